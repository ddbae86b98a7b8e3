package dev.weir.testkit;

import dev.weir.Many;
import dev.weir.testkit.Script.End;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Who runs the source of an operator in a case of the laws. */
enum Pace {
    BUILT_IN("the library's own source"),
    CHAIN("the library's own source behind a chain that is longer than the stack is let grow"),
    ITERABLE("a list"),
    REQUESTER("a publisher on the requester's thread"),
    OWN_THREAD("a publisher on a thread of its own"),
    BY_HAND("a publisher that the test moves on");

    private static final int LONG_CHAIN = 150; // more than the kernel's 128

    final String words;

    Pace(String words) {
        this.words = words;
    }

    /** All that can play the script. */
    static List<Pace> playing(Script script) {
        return Arrays.stream(values())
                .filter(pace -> pace.isWatched() || pace.unwatched(script) != null)
                .toList();
    }

    private boolean isWatched() {
        return this != BUILT_IN && this != CHAIN && this != ITERABLE;
    }

    /** A source of the library itself; null if there is none for this script. */
    @Nullable
    Many<Integer> unwatched(Script script) {
        return switch (this) {
            case BUILT_IN -> builtIn(script);
            case CHAIN -> behindChain(builtIn(script));
            case ITERABLE ->
                script.end == End.COMPLETION
                        ? Many.from(IntStream.range(0, script.items).boxed().toList())
                        : null;
            default -> null;
        };
    }

    private static @Nullable Many<Integer> behindChain(@Nullable Many<Integer> source) {
        Many<Integer> many = source;
        for (int i = 0; many != null && i < LONG_CHAIN; i++) {
            many = many.map(n -> n);
        }
        return many;
    }

    private static @Nullable Many<Integer> builtIn(Script script) {
        return switch (script) {
            case EMPTY -> Many.empty();
            case ONE -> Many.of(0);
            case FEW, LONG -> Many.range(0, script.items);
            case FAILS_AT_ONCE -> Many.fail(() -> new PlannedFailure("the source fails"));
            case SILENT -> Many.never();
            case FAILS_LATER, UNFINISHED -> null;
        };
    }
}
