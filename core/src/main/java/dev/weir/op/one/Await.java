package dev.weir.op.one;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Receiver;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.Step;
import dev.weir.op.kernel.VirtualThreads;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A thread as the subscriber. */
public final class Await implements Receiver {
    private static final int MOST_SUPPRESSED = 16;

    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Object outcome;

    private Await() {}

    @SuppressWarnings({"unchecked", "NullAway"}) // the One's value, null only if T is
    public static <T extends @Nullable Object> T value(One<T> one, @Nullable Duration limit) {
        VirtualThreads.checkMayBlock("await");
        Object outcome = new Await().outcome(limit == null ? one : new Timeout<>(one, limit));
        if (outcome instanceof Failure failure) {
            throw thrown(failure.error(), Step.pipeline(Context.empty(), one));
        }
        return (T) outcome;
    }

    private @Nullable Object outcome(One<?> one) {
        Cancellable run = Run.start(one, Context.empty(), this);
        try {
            if (ended.getCount() != 0) { // await() would throw even so if the thread is interrupted already
                ended.await();
            }
        } catch (InterruptedException interrupt) {
            run.cancel();
            Thread.currentThread().interrupt();
            throw new CompletionException(interrupt);
        }
        return outcome;
    }

    @Override
    public void accept(@Nullable Object newOutcome) {
        outcome = newOutcome;
        ended.countDown();
    }

    /**
     * The failure was made elsewhere, maybe on a thread that has ended. So the frames of the thread that waited follow
     * its own, and the suppressed one says that they do. A cached failure may be awaited often.
     */
    private static RuntimeException thrown(Throwable failure, String pipeline) {
        if (!(failure instanceof RuntimeException) && !(failure instanceof Error)) {
            return new CompletionException(in(pipeline, failure.toString()), failure);
        }
        if (failure.getSuppressed().length < MOST_SUPPRESSED) {
            Exception here = new Exception(in(pipeline, "awaited here"));
            follow(failure, here.getStackTrace());
            failure.addSuppressed(here);
        }
        return Failure.unchecked(failure);
    }

    /** A timeout names its pipeline itself. */
    private static String in(String pipeline, String message) {
        String where = "pipeline \"" + pipeline + '"';
        return pipeline.isEmpty() || message.endsWith(where) ? message : message + ", " + where;
    }

    private static void follow(Throwable failure, StackTraceElement[] waiting) {
        int from = 0;
        while (waiting[from].getClassName().equals(Await.class.getName())) {
            from++;
        }
        StackTraceElement[] own = failure.getStackTrace();
        int shared = own.length - (waiting.length - from);
        if (shared < 0 || !Arrays.equals(own, shared, own.length, waiting, from, waiting.length)) {
            StackTraceElement[] both = Arrays.copyOf(own, own.length + waiting.length - from);
            System.arraycopy(waiting, from, both, own.length, waiting.length - from);
            failure.setStackTrace(both);
        }
    }
}
