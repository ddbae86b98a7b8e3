package dev.weir.desk;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A currency.
 *
 * @param code three capital letters, as in ISO 4217
 */
record Currency(String code) {
    static final Currency EUR = new Currency("EUR");
    static final Currency USD = new Currency("USD");

    private static final Pattern CODE = Pattern.compile("[A-Za-z]{3}");

    static Currency parse(String text) {
        if (!CODE.matcher(text).matches()) {
            throw new Refused(Refused.quote(text) + " is not a currency: send a code of three letters such as USD");
        }
        return new Currency(text.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return code;
    }
}
