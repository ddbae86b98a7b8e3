package dev.weir.op.transform;

import dev.weir.Many;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The items that differ from the one before. */
public final class DistinctUntilChanged<T> implements Predicate<T> {
    private @Nullable T last;

    private DistinctUntilChanged() {}

    public static <T> Many<T> of(Many<T> source) {
        return Filter.by(source, context -> new DistinctUntilChanged<>());
    }

    @Override
    public boolean test(T item) {
        boolean differs = !item.equals(last);
        last = item;
        return differs;
    }
}
