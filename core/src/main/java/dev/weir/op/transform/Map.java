package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import java.util.function.Function;

/** Each item into another. */
public final class Map<T, R> extends Operator<T, R> {
    private final Function<? super T, ? extends R> mapper;

    public Map(Many<T> source, Function<? super T, ? extends R> mapper) {
        super(source, mapper);
        this.mapper = mapper;
    }

    @Override
    protected Stage<T> attach(Stage<? super R> downstream) {
        return new Mapping<>(this, downstream);
    }

    private static final class Mapping<T, R> extends PassThrough<T, R> {
        private final Function<? super T, ? extends R> mapper;

        Mapping(Map<T, R> map, Stage<? super R> downstream) {
            super(downstream);
            this.mapper = map.mapper;
        }

        @Override
        public boolean onNext(T item) {
            R mapped;
            try {
                mapped = due(mapper.apply(item), "map");
            } catch (Throwable failure) {
                return fail(failure);
            }
            return downstream.onNext(mapped);
        }
    }
}
