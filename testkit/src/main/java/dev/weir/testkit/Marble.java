package dev.weir.testkit;

import dev.weir.testkit.Mark.Kind;
import java.util.List;
import java.util.Optional;

/**
 * A marble string that was understood; {@link Marbles} has the grammar.
 *
 * @param text as it was written
 * @param marks in order
 * @param end nanoseconds from the subscription to the end of the string
 */
record Marble(String text, List<Mark> marks, long end) {
    /** How long a sign takes. */
    static final long FRAME = 10 * Times.MILLI;

    static Marble of(String text) {
        return new MarbleParser(text).parse();
    }

    static boolean isName(String text) {
        return text.length() == 1 && isName(text.charAt(0));
    }

    static boolean isName(char sign) {
        return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9');
    }

    boolean has(Kind kind) {
        return marks.stream().anyMatch(mark -> mark.kind() == kind);
    }

    /** The mark that ends the stream or its subscription. */
    Optional<Mark> last() {
        return marks.stream()
                .filter(mark -> mark.kind().ends() || mark.kind() == Kind.CANCEL)
                .findFirst();
    }

    /** How long before the subscription the string begins. */
    long lead() {
        return marks.isEmpty() ? 0 : Math.max(0, -marks.getFirst().at());
    }
}
