package dev.weir.op.kernel;

import java.util.logging.Level;
import java.util.logging.Logger;

/** A failure that knows whether it was reported as dropped. */
final class Marked extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = Logger.getLogger("dev.weir"); // held, so that its level stays

    private volatile boolean dropped;

    static {
        LOG.setLevel(Level.OFF);
        Dropped.listener((pipeline, failure) -> {
            if (failure instanceof Marked marked) {
                marked.dropped = true;
            }
        });
    }

    Marked() {
        super("marked", null, false, false);
    }

    boolean isDropped() {
        return dropped;
    }
}
