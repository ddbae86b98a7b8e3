package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.Retry;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Backoff;
import dev.weir.op.kernel.site.Site;
import java.time.Duration;

/** The same stream again after a failure. */
public final class RetryWith<T> extends Sequence<T> {
    private final Retry retry;

    public RetryWith(Many<T> source, Retry retry) {
        super(source, null);
        this.retry = Argument.given(retry, "retry: how to");
        Site.note(retry.filter());
    }

    @Override
    protected Sequel<T> open(Root root) {
        return new Retrying<>(this, root);
    }

    private static final class Retrying<T> extends Sequel<T> {
        private final RetryWith<T> description;
        private final Backoff backoff;

        Retrying(RetryWith<T> description, Root root) {
            super(root);
            this.description = description;
            this.backoff = new Backoff(description.retry, root.context());
        }

        @Override
        protected void begin(Sequencing<T> sequencing) {
            Many<T> source = description.source();
            sequencing.start(this, description.retry.isAnew() ? source.doOnNext(item -> backoff.restart()) : source);
        }

        @Override
        protected void failed(Sequencing<T> sequencing, Throwable failure) {
            long wait;
            try {
                wait = backoff.next(failure);
                if (wait > 0) {
                    later(sequencing, Duration.ofNanos(wait), () -> begin(sequencing));
                    return;
                }
            } catch (Throwable thrown) {
                sequencing.fail(this, Failures.replaced(failure, here(thrown, description.retry.filter())));
                return;
            }
            if (wait < 0) {
                sequencing.fail(this, failure);
            } else {
                begin(sequencing);
            }
        }
    }
}
