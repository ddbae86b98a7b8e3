package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.DroppedErrors;
import org.jspecify.annotations.Nullable;

/** Where failures go that nobody can receive any more. */
public final class Dropped {
    private static final System.Logger LOG = System.getLogger("dev.weir");
    private static volatile DroppedErrors.@Nullable Listener listener;

    private Dropped() {}

    public static void report(Throwable failure, Context context) {
        String pipeline = context.name();
        LOG.log(
                System.Logger.Level.WARNING,
                "dropped a failure that nobody can receive, of pipeline "
                        + (pipeline.isEmpty() ? "(unnamed: give it a name with named(..))" : '"' + pipeline + '"'),
                failure);
        DroppedErrors.Listener current = listener;
        if (current != null) {
            try {
                current.dropped(pipeline, failure);
            } catch (Throwable thrown) {
                LOG.log(System.Logger.Level.WARNING, "the listener to dropped failures failed itself", thrown);
            }
        }
    }

    /** Runs an action for somebody who has no use for its failure. */
    static void reportThrown(Runnable action, Context context) {
        try {
            action.run();
        } catch (Throwable failure) {
            report(failure, context);
        }
    }

    public static void listener(DroppedErrors.@Nullable Listener newListener) {
        listener = newListener;
    }
}
