package dev.weir.postgres.copy;

import dev.weir.postgres.text.TextValue;
import dev.weir.sql.value.Handle;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.HexFormat;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The record that is being written, and the lines so far. Its components are written by handles that the compiler sees through,
 * from the accessor to the digits, so that no number is put into an object.
 */
final class TextLine {
    /** How long a line mostly is. */
    private static final int GUESS = 64;

    private static final int MOST_DIGITS = 131_072; // on each side of the point (PostgreSQL 18, 8.1.2)

    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
    private static final Set<Class<?>> PLAIN =
            Set.of(int.class, long.class, float.class, double.class, boolean.class, String.class);

    private final StringBuilder text;
    private @Nullable Record one;

    TextLine(int lines) {
        text = new StringBuilder(lines * GUESS);
    }

    /** Says of what class a value is that has no text. */
    static final class Unwritable extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        Unwritable(Object value) {
            super(value.getClass().getName());
        }
    }

    /** What writes a component of the record of the line that it is called with. */
    static Handle writer(MethodHandle accessor) {
        Class<?> type = accessor.type().returnType();
        Class<?> as =
                PLAIN.contains(type) ? type : type == byte.class || type == short.class ? int.class : Object.class;
        try {
            MethodHandle put = OWN.findVirtual(TextLine.class, "put", MethodType.methodType(void.class, as));
            MethodHandle valueFirst =
                    MethodHandles.permuteArguments(put, MethodType.methodType(void.class, as, TextLine.class), 1, 0);
            MethodHandle read = MethodHandles.filterArguments(
                    accessor.asType(MethodType.methodType(as, Record.class)),
                    0,
                    OWN.findVirtual(TextLine.class, "one", MethodType.methodType(Record.class)));
            return Handle.of(MethodHandles.foldArguments(valueFirst, read));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    void begin(Record next) {
        one = next;
    }

    @Nullable
    Record one() {
        return one;
    }

    void end() {
        text.setCharAt(text.length() - 1, '\n'); // in place of the last tab
    }

    @Override
    public String toString() {
        return text.toString();
    }

    void put(int number) {
        text.append(number).append('\t');
    }

    void put(long number) {
        text.append(number).append('\t');
    }

    void put(float number) {
        text.append(number).append('\t');
    }

    void put(double number) {
        text.append(number).append('\t');
    }

    void put(boolean truth) {
        text.append(truth).append('\t');
    }

    void put(@Nullable String string) {
        if (string == null) {
            text.append("\\N");
        } else {
            escaped(string);
        }
        text.append('\t');
    }

    void put(@Nullable Object value) {
        switch (value) {
            case null -> text.append("\\N");
            case BigDecimal number -> text.append(isLong(number) ? number.toString() : number.toPlainString());
            case Number number -> text.append(number);
            case Boolean truth -> text.append(truth.booleanValue());
            case Temporal time -> text.append(TextValue.of(time));
            case UUID id -> text.append(id);
            case byte[] bytes -> text.append("\\\\x").append(HexFormat.of().formatHex(bytes));
            case Enum<?> constant -> escaped(constant.name());
            case CharSequence string -> escaped(string);
            case Character character -> escaped(character.toString());
            default -> throw new Unwritable(value);
        }
        text.append('\t');
    }

    /** Whether it would have more zeros than any number of the server: of those there may be billions. */
    private static boolean isLong(BigDecimal number) {
        return Math.abs((long) number.scale()) > MOST_DIGITS;
    }

    /** Most texts have nothing that is written otherwise, and go in as they are. */
    private void escaped(CharSequence string) {
        int plain = 0;
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c <= '\r' || c == '\\') {
                char meant = escape(c);
                if (meant != 0) {
                    text.append(string, plain, i).append('\\').append(meant);
                    plain = i + 1;
                }
            }
        }
        if (plain == 0) {
            text.append(string);
        } else {
            text.append(string, plain, string.length());
        }
    }

    /** What stands for the character behind a backslash; 0 if it stands for itself. */
    private static char escape(char c) {
        return switch (c) {
            case '\\' -> '\\';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            default -> 0;
        };
    }
}
