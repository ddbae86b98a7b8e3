package dev.weir.op.kernel.inner;

/**
 * What an {@link Inner} reports to. Calls from one inner are serial, those from several are not.
 */
public interface InnerHost<T> {
    void innerNext(Inner<T> inner, T item);

    void innerError(Inner<T> inner, Throwable failure);

    void innerComplete(Inner<T> inner);
}
