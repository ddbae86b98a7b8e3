package dev.weir.op.kernel.root;

import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.DroppedErrors;
import java.lang.System.Logger.Level;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Where failures go that nobody can receive any more. */
public final class Dropped {
    private static final System.Logger LOG = System.getLogger("dev.weir");
    private static final Repeats REPEATS = new Repeats(
            Clock.system(),
            (kind, count) -> LOG.log(
                    Level.WARNING,
                    "dropped " + count + " more failures within a second, of type "
                            + kind.type().getName() + " and pipeline " + name(kind.pipeline())),
            new ConcurrentHashMap<>());
    private static final DroppedErrors.Listener NOBODY = (pipeline, failure) -> {};
    private static volatile DroppedErrors.Listener listener = NOBODY;

    private Dropped() {}

    /** Reports it, if there is one, unless it only says that nobody wants what has failed: a {@link CancellationException}. */
    public static void report(@Nullable Throwable failure, Context context) {
        String pipeline = context.name();
        if (failure != null && Failures.isCausedBy(CancellationException.class, failure)) {
            LOG.log(Level.DEBUG, () -> "pipeline " + name(pipeline) + " was cancelled: " + failure);
        } else if (failure != null) {
            Failures.withoutOwnFrames(failure);
            if (REPEATS.isFirst(new Repeats.Kind(pipeline, failure.getClass()))) {
                String message = "dropped a failure that nobody can receive, of pipeline " + name(pipeline);
                LOG.log(Level.WARNING, message, failure);
            }
            tell(failure, pipeline);
        }
    }

    /** Reports what somebody has decided to go on without, if there is something: one line at {@code DEBUG}. */
    public static void reportQuietly(@Nullable Throwable failure, Context context) {
        if (failure != null) {
            String pipeline = context.name();
            LOG.log(Level.DEBUG, () -> "pipeline " + name(pipeline) + " went on without what failed: " + failure);
            if (!Failures.isCausedBy(CancellationException.class, failure)) {
                tell(Failures.withoutOwnFrames(failure), pipeline);
            }
        }
    }

    private static String name(String pipeline) {
        return pipeline.isEmpty() ? "(unnamed: give it a name with named(..))" : '"' + pipeline + '"';
    }

    private static void tell(Throwable failure, String pipeline) {
        try {
            listener.dropped(pipeline, failure);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the listener to dropped failures failed itself", thrown);
        }
    }

    /** Runs an action for somebody who has no use for its failure. */
    public static void reportThrown(Runnable action, Context context) {
        try {
            action.run();
        } catch (Throwable failure) {
            report(failure, context);
        }
    }

    public static void listener(DroppedErrors.@Nullable Listener newListener) {
        listener = newListener == null ? NOBODY : newListener;
    }
}
