package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Each item into another, or into none. */
public final class Map<T, R> extends Operator<T, R> {
    private final boolean orNone;

    /**
     * @param orNone whether null is no item
     */
    public Map(Many<T> source, Function<? super T, ? extends @Nullable R> mapper, boolean orNone) {
        this.orNone = orNone;
        super(source, mapper, Mapping.class, Mapping<T, R>::new);
    }

    private static final class Mapping<T, R> extends PassThrough<T, R> {
        private final Function<? super T, ? extends @Nullable R> mapper;
        private final boolean orNone;

        Mapping(Map<T, R> map, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = map.function();
            this.orNone = map.orNone;
        }

        @Override
        public boolean onNext(T item) {
            R mapped;
            try {
                mapped = mapper.apply(item);
                if (mapped == null && !orNone) {
                    due(mapped, "map");
                }
            } catch (Throwable failure) {
                return fail(failure, mapper);
            }
            return mapped != null && downstream.onNext(mapped);
        }
    }
}
