package dev.weir.op.kernel.inner;

import dev.weir.op.kernel.stage.Upstream;

/**
 * What an {@link Inner} reports to. Calls from one inner are serial, those from several are not.
 */
public interface InnerHost<T> {
    /** It has begun, and is asked for what it may emit ahead, unless the host asks. */
    default void innerSubscribed(Inner<T> inner, Upstream upstream) {
        upstream.request(inner.ahead == Integer.MAX_VALUE ? Long.MAX_VALUE : inner.ahead);
    }

    /** Returns what {@code onNext} returns to the inner stream. */
    boolean innerNext(Inner<T> inner, T item);

    void innerError(Inner<T> inner, Throwable failure);

    void innerComplete(Inner<T> inner);
}
