package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;

/** Each item into another. */
public final class Map<T, R> extends Operator<T, R> {

    public Map(Many<T> source, Function<? super T, ? extends R> mapper) {
        super(source, mapper, Mapping.class, Mapping<T, R>::new);
    }

    private static final class Mapping<T, R> extends PassThrough<T, R> {
        private final Function<? super T, ? extends R> mapper;

        Mapping(Map<T, R> map, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = map.function();
        }

        @Override
        public boolean onNext(T item) {
            R mapped;
            try {
                mapped = due(mapper.apply(item), "map");
            } catch (Throwable failure) {
                return fail(failure, mapper);
            }
            return downstream.onNext(mapped);
        }
    }
}
