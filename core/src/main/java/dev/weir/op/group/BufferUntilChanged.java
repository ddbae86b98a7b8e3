package dev.weir.op.group;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Gatherer;
import java.util.stream.Gatherer.Downstream;
import org.jspecify.annotations.Nullable;

/** Lists of items that follow each other and have the same key: the one that is being gathered. */
public final class BufferUntilChanged<T> {
    private final List<T> run = new ArrayList<>();
    private @Nullable Object key; // of its items

    private BufferUntilChanged() {}

    public static <T> Many<List<T>> of(Many<T> source, Function<? super T, ?> key, int most) {
        Argument.given(key, "bufferUntilChanged: the key");
        Argument.checked(most, most > 0, "bufferUntilChanged: the size must be positive");
        return source.gather(Gatherer.<T, BufferUntilChanged<T>, List<T>>ofSequential(
                BufferUntilChanged::new,
                (runs, item, out) -> runs.add(item, key.apply(item), most, out),
                BufferUntilChanged::end));
    }

    private boolean add(T item, Object itsKey, int most, Downstream<? super List<T>> out) {
        Objects.requireNonNull(itsKey, "bufferUntilChanged: the key is null");
        if (run.size() == most || !itsKey.equals(key)) {
            end(out);
        }
        key = itsKey;
        return run.add(item);
    }

    private void end(Downstream<? super List<T>> out) {
        if (!run.isEmpty()) {
            out.push(List.copyOf(run));
            run.clear();
        }
    }
}
