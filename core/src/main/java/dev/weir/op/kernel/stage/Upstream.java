package dev.weir.op.kernel.stage;

import dev.weir.Cancellable;
import java.util.concurrent.Flow;

/**
 * What a stage asks for items. Between our own stages {@code n} is positive, and once {@code
 * cancel} has been called on the thread that emits, no further signal comes.
 */
public interface Upstream extends Flow.Subscription, Cancellable {
    /** Asks nobody: the upstream of a stream that has ended. */
    Upstream NONE = new Upstream() {
        @Override
        public void request(long n) {
            // nothing is left to ask for
        }

        @Override
        public void cancel() {
            // nothing is left to cancel
        }
    };
}
