package dev.weir.op.recover;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.Retry;
import dev.weir.op.kernel.Backoff;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Handover;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;

/** The same stream again after a failure. */
public final class RetryWith<T> extends Operator<T, T> {
    private final Retry retry;

    public RetryWith(Many<T> source, Retry retry) {
        super(source, retry);
        this.retry = retry;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Retrying<>(this, downstream);
    }

    private static final class Retrying<T> extends Handover<T, T> {
        private final Source<T> source;
        private final Backoff backoff;

        Retrying(RetryWith<T> retryWith, Stage<? super T> downstream) {
            super(downstream);
            this.source = retryWith.source();
            Context context = downstream.context();
            this.backoff = new Backoff(retryWith.retry, context, context.clock().nanoTime());
        }

        @Override
        public boolean onNext(T item) {
            return count(downstream.onNext(item));
        }

        @Override
        public void onError(Throwable failure) {
            long wait;
            try {
                wait = backoff.next(failure);
            } catch (Throwable thrown) {
                downstream.onError(new Failure(failure).replacedBy(thrown).error());
                return;
            }
            if (wait < 0) {
                downstream.onError(failure);
            } else {
                startAfter(wait);
            }
        }

        @Override
        protected void startNext() {
            Source.connect(source, this);
        }
    }
}
