package dev.weir.testkit;

/** A failure that a test causes on purpose; where it comes from is no news. */
final class PlannedFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlannedFailure(String cause) {
        super("planned: " + cause, null, true, false);
    }

    /**
     * Whether the failure is a planned one, or has one as its cause or among its suppressed ones.
     */
    static boolean isIn(Throwable failure) {
        if (failure instanceof PlannedFailure || failure instanceof PlannedError) {
            return true;
        }
        Throwable cause = failure.getCause();
        if (cause != null && isIn(cause)) {
            return true;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (isIn(suppressed)) {
                return true;
            }
        }
        return false;
    }

    /** The same, for code that only catches exceptions. */
    static final class PlannedError extends Error {
        private static final long serialVersionUID = 1;

        PlannedError(String cause) {
            super("planned: " + cause, null, true, false);
        }
    }
}
