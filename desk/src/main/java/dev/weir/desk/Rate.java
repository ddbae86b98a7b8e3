package dev.weir.desk;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The price of one euro.
 *
 * @param value from 0.000000001 to 999999999, with at most nine decimals
 */
record Rate(BigDecimal value) {
    private static final int DECIMALS = 9;
    private static final BigDecimal LEAST = BigDecimal.ONE.movePointLeft(DECIMALS);
    private static final BigDecimal MOST = BigDecimal.valueOf(999_999_999);

    static final Rate ONE = new Rate(BigDecimal.ONE);

    private static final Pattern OBJECT = Pattern.compile("\\{\\s*\"rate\"\\s*:\\s*([^\\s\"{}]+)\\s*}");

    Rate {
        if (!Decimal.isHandy(value)
                || value.compareTo(LEAST) < 0
                || value.compareTo(MOST) > 0
                || value.stripTrailingZeros().scale() > DECIMALS) {
            throw new Refused("a rate is a number from "
                    + LEAST.toPlainString()
                    + " to "
                    + MOST
                    + " with at most "
                    + DECIMALS
                    + " decimals");
        }
    }

    static Rate of(String value) {
        return new Rate(new BigDecimal(value));
    }

    /** The rate closest to the value. */
    static Rate nearest(BigDecimal value) {
        int scale = Math.min(value.scale(), DECIMALS);
        return new Rate(value.setScale(scale, RoundingMode.HALF_EVEN).max(LEAST).min(MOST));
    }

    /** Reads a number such as 1.07, or a JSON object such as {"rate": 1.07}. */
    static Rate parse(String body) {
        String stripped = body.strip();
        Matcher object = OBJECT.matcher(stripped);
        String number = object.matches() ? object.group(1) : stripped;
        return Decimal.parse(number)
                .map(Rate::new)
                .orElseThrow(() -> new Refused(Refused.quote(stripped)
                        + " is not a rate: send a number such as 1.07,"
                        + " or {\"rate\": 1.07}"));
    }
}
