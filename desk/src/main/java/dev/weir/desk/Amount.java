package dev.weir.desk;

import java.math.BigDecimal;

/**
 * An amount of money.
 *
 * @param text as it was written
 */
record Amount(String text, BigDecimal value) {
    /** Reads an amount such as 2.5 or -1e3. */
    static Amount parse(String text) {
        String stripped = text.strip();
        BigDecimal value = Decimal.parse(stripped)
                .orElseThrow(() ->
                        new Refused(Refused.quote(stripped) + " is not an amount: send a number such" + " as 2.5"));
        if (!Decimal.isHandy(value)) {
            throw new Refused("the amount "
                    + Refused.quote(stripped)
                    + " is out of range: send at most "
                    + Decimal.MAX_DIGITS
                    + " digits before and after the decimal point");
        }
        return new Amount(stripped, value);
    }
}
