package dev.weir.net.loop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why nobody could be connected to, in plain words: an operating system's reason comes with its number and address. */
public final class ConnectFailure {
    private static final Pattern NATIVE =
            Pattern.compile("(?:io_uring )?\\S+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ([^:]+)(: .*)?");
    private static final Pattern PLAIN = Pattern.compile("([A-Z][a-z ]+): \\S*/.*");

    private ConnectFailure() {}

    /** As {@code connection refused}. */
    public static String text(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof FileNotFoundException && message == null) { // io_uring's, of a Unix domain socket
            return "no such file or directory";
        }
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
}
