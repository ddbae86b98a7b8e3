package dev.weir.desk;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Decimal numbers from people one does not know: as JSON writes them, and never expensive. */
final class Decimal {
    /** How many digits there may be before the decimal point, and how many after it. */
    static final int MAX_DIGITS = 18;

    private static final int MAX_LENGTH = 64;
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

    private Decimal() {}

    /** The number, or nothing if the text is not one. */
    static Optional<BigDecimal> parse(String text) {
        if (text.length() > MAX_LENGTH || !NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException exponentTooLong) {
            return Optional.empty();
        }
    }

    /** Whether arithmetic with the number is cheap. 1e999999999 is not: written out, it fills the memory. */
    static boolean isHandy(BigDecimal number) {
        return number.scale() <= MAX_DIGITS
                && number.scale() >= -MAX_DIGITS
                && number.precision() - number.scale() <= MAX_DIGITS;
    }
}
