package dev.weir.net.http.wire;

/** What a client is told of a text that is no such value as it was to be. */
public final class NoSuchValue {
    private static final int MOST_QUOTED = 64;

    private NoSuchValue() {}

    /**
     * What is wrong.
     *
     * @param failure of the parser
     */
    public static String told(String text, Exception failure) {
        String quoted = text.length() > MOST_QUOTED ? text.substring(0, MOST_QUOTED) + "…" : text;
        return "can't be \"" + Chars.inOneLine(quoted) + "\"" + reason(failure);
    }

    /** What the parser has to say; the messages of the JDK's are for programmers. */
    private static String reason(Exception failure) {
        String message = failure.getMessage();
        boolean isSaid = failure instanceof IllegalArgumentException && message != null && !message.isBlank();
        return isSaid && !isOfJdk(failure) ? ": " + message : "";
    }

    private static boolean isOfJdk(Exception failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        String module = frames.length > 0 ? frames[0].getModuleName() : null;
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }
}
