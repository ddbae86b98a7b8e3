package dev.weir;

/** The body of {@link Many#generate}: plain, blocking code that emits items. */
@FunctionalInterface
public interface Generator<T> {
    /** Emits the items; returning completes the stream, throwing fails it. */
    void run(Out<? super T> out) throws Exception;
}
