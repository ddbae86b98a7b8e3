package dev.weir.op.one;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Receiver;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.VirtualThreads;
import java.time.Duration;
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
            throw thrown(failure.error());
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
     * The failure was made elsewhere; the suppressed one shows who waited. A cached failure may be
     * awaited often.
     */
    private static RuntimeException thrown(Throwable failure) {
        boolean itself = failure instanceof RuntimeException || failure instanceof Error;
        if (itself && failure.getSuppressed().length < MOST_SUPPRESSED) {
            failure.addSuppressed(new Exception("awaited here"));
        }
        return Failure.unchecked(failure);
    }
}
