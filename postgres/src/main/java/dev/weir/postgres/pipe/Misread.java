package dev.weir.postgres.pipe;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Whether what comes on a connection is understood. Where the driver can't read it, it tells all statements under way why,
 * first the one that it is about: the others have only lost their connection.
 */
final class Misread {
    private boolean broken;

    boolean isBroken() {
        return broken;
    }

    void broken() {
        broken = true;
    }

    /** What one of those under way is told to have failed with. */
    @Nullable
    Throwable told(@Nullable Throwable failure) {
        if (failure == null || Failures.isOfOne(failure)) {
            return failure;
        }
        boolean its = !broken && Failures.isUnreadable(failure);
        broken = true;
        return its ? failure : new IOException("the driver can't read what has come", failure);
    }
}
