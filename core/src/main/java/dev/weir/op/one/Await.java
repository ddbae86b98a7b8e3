package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.VirtualThreads;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.ParkedRun;
import dev.weir.op.kernel.run.Step;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A thread as the subscriber. */
public final class Await {
    private Await() {}

    /** The value of a One. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the One's value, null only if T is
    public static <T extends @Nullable Object> T value(One<T> one) {
        VirtualThreads.checkMayBlock("await");
        ParkedRun parked = new ParkedRun(Carried.fresh());
        Object outcome;
        try (var _ = new Carried.Entry(parked.context())) {
            outcome = parked.await(one);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new CompletionException(in(Step.pipeline(Context.empty(), one), interrupt.toString()), interrupt);
        }
        if (outcome instanceof Failure failure) {
            throw thrown(failure.noted(), Step.pipeline(Context.empty(), one));
        }
        return (T) outcome;
    }

    /**
     * The failure was made elsewhere, maybe on a thread that has ended. So the frames of the thread that waited follow
     * its own, and the suppressed one says that they do. One that several wait for stays as it is.
     */
    private static RuntimeException thrown(Throwable failure, String pipeline) {
        Failures.withoutOwnFrames(failure);
        if (!(failure instanceof RuntimeException) && !(failure instanceof Error)) {
            return new CompletionException(in(pipeline, failure.toString()), failure);
        }
        Throwable here = Failures.withoutOwnFrames(new Exception(in(pipeline, "awaited here")));
        if (Failures.suppress(failure, here)) {
            StackTraceElement[] own = failure.getStackTrace();
            StackTraceElement[] waiting = here.getStackTrace();
            int shared = own.length - waiting.length;
            if (shared < 0 || !Arrays.equals(own, shared, own.length, waiting, 0, waiting.length)) {
                StackTraceElement[] both = Arrays.copyOf(own, own.length + waiting.length);
                System.arraycopy(waiting, 0, both, own.length, waiting.length);
                failure.setStackTrace(both);
            }
        }
        return Failures.unchecked(failure);
    }

    /** A timeout names its pipeline itself. */
    private static String in(String pipeline, String message) {
        String where = "pipeline \"" + pipeline + '"';
        return pipeline.isEmpty() || message.endsWith(where) ? message : message + ", " + where;
    }
}
