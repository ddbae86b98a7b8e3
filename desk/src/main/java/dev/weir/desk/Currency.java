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

    private static final Pattern SENT = Pattern.compile("[A-Za-z]{3}");

    Currency {
        if (!isCode(code)) {
            throw new Refused(Refused.quote(code) + " is not a currency: a code is three capital letters");
        }
    }

    private static boolean isCode(String text) {
        return text.length() == 3 && text.chars().allMatch(letter -> letter >= 'A' && letter <= 'Z');
    }

    static Currency parse(String text) {
        if (!SENT.matcher(text).matches()) {
            throw new Refused(Refused.quote(text) + " is not a currency: send a code of three letters such as USD");
        }
        return new Currency(text.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return code;
    }
}
