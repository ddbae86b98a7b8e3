package dev.weir.op.kernel;

import dev.weir.op.kernel.root.Dropped;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A failure that knows whether it was reported as dropped. */
public final class Marked extends RuntimeException {
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

    public Marked() {
        super("marked", null, false, false);
    }

    public boolean isDropped() {
        return dropped;
    }
}
