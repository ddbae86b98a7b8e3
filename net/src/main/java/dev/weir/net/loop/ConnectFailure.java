package dev.weir.net.loop;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why nobody could be connected to, in plain words: an operating system's reason comes with its number and address. */
public final class ConnectFailure {
    private static final Pattern NATIVE =
            Pattern.compile("\\S+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ([^:]+)(: .*)?");
    private static final Pattern PLAIN = Pattern.compile("([A-Z][a-z ]+): \\S*/.*");

    private ConnectFailure() {}

    /** As {@code connection refused}. */
    public static String text(Throwable failure) {
        if (isOutOfFiles(failure)) {
            return "too many open files: this process has as many as it may have (ulimit -n)";
        }
        String message = failure.getMessage();
        if (!(failure instanceof IOException) || message == null) {
            return failure.toString();
        }
        for (Pattern pattern : new Pattern[] {NATIVE, PLAIN}) {
            Matcher parts = pattern.matcher(message);
            if (parts.matches()) {
                String reason = parts.group(1);
                return Character.toLowerCase(reason.charAt(0)) + reason.substring(1);
            }
        }
        return message;
    }

    /** Whether the process has no file descriptor left. */
    static boolean isOutOfFiles(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("Too many open files")) {
                return true;
            }
        }
        return false;
    }
}
