package dev.weir.op.kernel.stage;

import dev.weir.Cancellable;
import java.util.concurrent.Flow;

/**
 * What a stage asks for items. Between our own stages {@code n} is positive, and once {@code
 * cancel} has been called on the thread that emits, no further signal comes.
 */
public interface Upstream extends Flow.Subscription, Cancellable {
    /** As {@code request}, of one who asks alone, and not again before this has returned: that needs no atomic. */
    default void requestAlone(long n) {
        request(n);
    }

    /**
     * Whether what is above may start as soon as it has been subscribed to, asked or not: what it has then, and nobody has
     * asked for, it may drop, or fail for. Who asks for all has to say so before; who need not, gains by asking later.
     */
    default boolean isEager() {
        return true;
    }

    /** As {@code cancel}, of one who is done with the item that came last. */
    default void release() {
        cancel();
    }

    /** Asks nobody: the upstream of a stream that has ended. */
    Upstream NONE = new Upstream() {
        @Override
        public void request(long n) {} // nothing is left to ask for

        @Override
        public void cancel() {} // nothing is left to cancel
    };
}
