package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Stage;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the items' iterables hold, one after the other. */
public final class FlatMapIterable<T, R> extends Flattening<T, R> {

    public FlatMapIterable(Many<T> source, Function<? super T, ? extends Iterable<? extends R>> mapper) {
        super(source, mapper, Mapping.class, Mapping<T, R>::new);
    }

    private static final class Mapping<T, R> extends Iterating<T, R> {
        private final Function<? super T, ? extends Iterable<? extends R>> mapper;
        private boolean learned;

        Mapping(FlatMapIterable<T, R> flatMapIterable, Stage<? super R> downstream, Root root) {
            super(flatMapIterable.function(), downstream, root);
            this.mapper = flatMapIterable.function();
        }

        @Override
        protected Iterable<? extends R> open(@Nullable T item) {
            if (item == null) {
                return List.of();
            }
            Iterable<? extends R> made = due(mapper.apply(item), "flatMapIterable");
            if (!learned) {
                learned = true;
                learn(mapper, made instanceof Collection<?> all && all.size() <= Known.FEW);
            }
            return made;
        }
    }
}
