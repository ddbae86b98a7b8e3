package dev.weir.net.http.wire;

/** What a client is told of a text that a parser does not take. */
public final class Unfit {
    private static final int MOST_QUOTED = 64;

    private Unfit() {}

    /** {@code can't be "x"}, and what the parser has to say: the messages of the JDK's are for programmers. */
    public static String told(String text, Exception malformed) {
        String quoted = text.length() > MOST_QUOTED ? text.substring(0, MOST_QUOTED) + "…" : text;
        String message = malformed.getMessage();
        boolean isSaid = malformed instanceof IllegalArgumentException && message != null && !message.isBlank();
        return "can't be \"" + quoted + '"' + (isSaid && !isOfJdk(malformed) ? ": " + message : "");
    }

    private static boolean isOfJdk(Exception failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        return frames.length > 0 && frames[0].getClassName().startsWith("java.");
    }
}
