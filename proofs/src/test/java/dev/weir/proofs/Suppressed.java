package dev.weir.proofs;

import java.util.Arrays;

/** What went wrong besides a failure, without the note of where that was made. */
public final class Suppressed {
    private Suppressed() {}

    public static Throwable[] of(Throwable failure) {
        return Arrays.stream(failure.getSuppressed())
                .filter(each -> !isNote(each))
                .toArray(Throwable[]::new);
    }

    /** Where the failure was made, as its note says. */
    public static String place(Throwable failure) {
        return Arrays.stream(failure.getSuppressed())
                .filter(Suppressed::isNote)
                .findFirst()
                .orElseThrow()
                .getMessage();
    }

    private static boolean isNote(Throwable suppressed) {
        String message = suppressed.getMessage();
        return message != null && (message.startsWith("at stage ") || message.startsWith("in pipeline "));
    }
}
