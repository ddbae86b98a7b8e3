package dev.weir.op.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The last stage of a stream that becomes a {@code One}: asks for all it needs at once and gives
 * the outcome to a pending step.
 */
public abstract class Terminal<T> extends Stage<T> {
    private final Pending pending;
    private Upstream upstream = Upstream.NONE;

    protected Terminal(Pending pending) {
        super(pending.context());
        this.pending = pending;
    }

    /** The value, once the stream has completed; null if there is nothing else to say. */
    protected @Nullable Object result() throws Throwable {
        return null;
    }

    protected long demand() {
        return Long.MAX_VALUE;
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        if (pending.onCancel(newUpstream)) {
            newUpstream.request(demand());
        }
    }

    @Override
    public void onError(Throwable failure) {
        pending.accept(new Failure(failure));
    }

    @Override
    public void onComplete() {
        Object outcome;
        try {
            outcome = result();
        } catch (Throwable failure) {
            outcome = new Failure(failure);
        }
        pending.accept(outcome);
    }

    /** For use in {@code onNext}: cancels upstream and ends with the value. */
    protected final boolean finish(@Nullable Object value) {
        upstream.cancel();
        pending.accept(value);
        return true;
    }

    /** For use in {@code onNext}: cancels upstream and fails. */
    protected final boolean fail(Throwable failure) {
        return finish(new Failure(failure));
    }
}
