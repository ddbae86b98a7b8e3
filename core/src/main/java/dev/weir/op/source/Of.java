package dev.weir.op.source;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.stage.Known;

/** Emits items that are known. */
public final class Of<T> extends Known<T> {
    private final T[] items;

    public Of(T[] items) {
        this.items = Argument.given(items, "of: the array of items");
        for (int i = 0; i < items.length; i++) {
            if (items[i] == null) {
                throw new NullPointerException("of: the item at index " + i + " is null");
            }
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
