package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.op.kernel.stage.Known;
import java.util.NoSuchElementException;

/** Completes at once. */
public final class Empty extends Known<Object> {
    private static final Empty INSTANCE = new Empty();

    private Empty() {}

    @SuppressWarnings("unchecked") // it has no items
    public static <T> Many<T> instance() {
        return (Many<T>) INSTANCE;
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public Object item(int index) {
        throw new NoSuchElementException("empty");
    }
}
