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
        Backoff backoff = new Backoff(retry, root.context());
        return new Sequel<T>(root, retry.isAnew() ? this.<T>source().doOnNext(item -> backoff.restart()) : source()) {
            @Override
            protected void failed(Sequencing<T> sequencing, Throwable failure) {
                long wait;
                try {
                    wait = backoff.next(failure);
                } catch (Throwable own) {
                    sequencing.end(this, Failures.replaced(failure, root.made(own, RetryWith.class, retry.filter())));
                    return;
                }
                if (wait < 0) {
                    sequencing.end(this, failure);
                } else {
                    later(sequencing, Duration.ofNanos(wait), () -> begin(sequencing));
                }
            }
        };
    }
}
