package dev.weir.postgres.copy;

/**
 * Numbers as the server writes them, digit by digit, in a part of a line. Java's own methods take others as well, as {@code +3},
 * {@code 0x1p3}, {@code 1d} and digits of other scripts, which a column of text may have.
 */
final class Digits {
    private static final int NONE = Integer.MAX_VALUE;

    private Digits() {}

    /** Gives the end again. */
    static int checkWhole(String line, int begin, int end) {
        check(after(line, afterSign(line, begin, end), end) == end, "it is no whole number");
        return end;
    }

    /** The text of a number, which may be no finite one. */
    static String number(String line, int begin, int end) {
        String text = line.substring(begin, end);
        check(
                isDecimal(text) || text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity"),
                "it is no number");
        return text;
    }

    private static boolean isDecimal(String text) {
        int end = text.length();
        int at = after(text, afterSign(text, 0, end), end);
        if (at < end && text.charAt(at) == '.') {
            at = after(text, at + 1, end);
        }
        if (at < end - 1 && text.charAt(at) == 'e' && (text.charAt(at + 1) == '+' || text.charAt(at + 1) == '-')) {
            at = after(text, at + 2, end);
        }
        return at == end;
    }

    private static int afterSign(String line, int begin, int end) {
        return begin < end && line.charAt(begin) == '-' ? begin + 1 : begin;
    }

    /** Where the digits end; there has to be one. */
    private static int after(String line, int begin, int end) {
        int at = begin;
        while (at < end && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
            at++;
        }
        return at > begin ? at : NONE;
    }

    private static void check(boolean isNumber, String refusal) {
        if (!isNumber) {
            throw new IllegalArgumentException(refusal);
        }
    }
}
