package dev.weir.desk;

import java.util.regex.Pattern;

/** What somebody sent cannot be used; the message tells that person why, and what to send. */
final class Refused extends RuntimeException {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 32;

    Refused(String message) {
        super(message);
    }

    /** The text in quotation marks, fit for a line of a terminal: short and without control characters. */
    static String quote(String text) {
        String shown = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
        return '"' + CONTROL.matcher(shown).replaceAll("?") + '"';
    }
}
