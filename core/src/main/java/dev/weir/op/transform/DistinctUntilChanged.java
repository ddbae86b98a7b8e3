package dev.weir.op.transform;

import dev.weir.Many;
import org.jspecify.annotations.Nullable;

/** The items that differ from the one before. */
public final class DistinctUntilChanged {
    private DistinctUntilChanged() {}

    public static <T> Many<T> of(Many<T> source) {
        return Filter.by(source, context -> {
            @Nullable Object[] last = {null};
            return item -> {
                boolean differs = !item.equals(last[0]);
                last[0] = item;
                return differs;
            };
        });
    }
}
