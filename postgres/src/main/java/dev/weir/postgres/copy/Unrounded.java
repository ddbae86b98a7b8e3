package dev.weir.postgres.copy;

import dev.weir.postgres.text.TextValue;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * A floating-point number of text that may be of a wider type, which a copy does not tell: as of a query, what would lose digits
 * is refused.
 */
final class Unrounded {
    private static final Pattern WHOLE = Pattern.compile("-?\\d{16,19}"); // shorter ones fit

    private Unrounded() {}

    /**
     * The number.
     *
     * @param type FLOAT4 or FLOAT8
     * @throws IllegalArgumentException if the text has a digit that it has not
     */
    static Object of(String type, String text) {
        Object number = TextValue.of(type, text);
        boolean fits = switch (number) {
            case Float single -> !Float.isFinite(single) || isOf(single, new BigDecimal(text));
            case Double twice
            when WHOLE.matcher(text).matches() -> // as an int8 is
                new BigDecimal(twice).compareTo(new BigDecimal(text)) == 0;
            default -> true;
        };
        if (!fits) {
            throw new IllegalArgumentException(
                    "it has more digits than a " + number.getClass().getSimpleName());
        }
        return number;
    }

    /** Whether the server may have written it so: with one digit where Java has two, and without numbers at the limit of others. */
    private static boolean isOf(float single, BigDecimal told) {
        BigDecimal shortest = new BigDecimal(Float.toString(single));
        return told.compareTo(shortest) == 0
                || (single != 0 && told.stripTrailingZeros().precision() == 1)
                || isLimit(shortest, single, Math.nextUp(single))
                || isLimit(shortest, single, Math.nextDown(single));
    }

    private static boolean isLimit(BigDecimal decimal, float one, float other) {
        return Float.isFinite(other)
                && new BigDecimal(one).add(new BigDecimal(other)).compareTo(decimal.add(decimal)) == 0;
    }
}
