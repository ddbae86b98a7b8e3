package dev.weir.op.source;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.stage.Known;

/** Emits consecutive integers. */
public final class Range extends Known<Integer> {
    private final int first;
    private final int count;

    public Range(int first, int count) {
        this.first = first;
        this.count = Argument.checked(count, count >= 0, "range: count must not be negative");
        if ((long) first + count > Integer.MAX_VALUE + 1L) {
            throw new IllegalArgumentException("range: " + first + " + " + count + " is beyond the largest int");
        }
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public Integer item(int index) {
        return first + index;
    }
}
