package dev.weir.op.source;

import dev.weir.op.kernel.Known;
import java.util.Objects;

/** Emits items that are known. */
public final class Of<T> extends Known<T> {
    private final T[] items;

    public Of(T[] items) {
        this.items = items.clone();
        for (T item : this.items) {
            Objects.requireNonNull(item, "of: an item is null");
        }
    }

    @Override
    public int size() {
        return items.length;
    }

    @Override
    public T item(int index) {
        return items[index];
    }
}
