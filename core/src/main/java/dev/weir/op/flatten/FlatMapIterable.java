package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.SerialDrain;
import dev.weir.op.kernel.Stage;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the items' iterables hold, one after the other. */
public final class FlatMapIterable<T, R> extends Operator<T, R> {
    private final Function<? super T, ? extends Iterable<? extends R>> mapper;

    public FlatMapIterable(Many<T> source, Function<? super T, ? extends Iterable<? extends R>> mapper) {
        super(source, mapper);
        this.mapper = mapper;
    }

    @Override
    protected Stage<T> attach(Stage<? super R> downstream) {
        return new Iterating<>(this, downstream);
    }

    private static final class Iterating<T, R> extends SerialDrain<T, R> {
        private final Function<? super T, ? extends Iterable<? extends R>> mapper;
        private volatile @Nullable T arrived; // the one item asked for
        private @Nullable Iterator<? extends R> iterator;
        private boolean asked;
        private long emitted;

        Iterating(FlatMapIterable<T, R> flatMapIterable, Stage<? super R> downstream) {
            super(downstream);
            this.mapper = flatMapIterable.mapper;
        }

        @Override
        public boolean onNext(T item) {
            arrived = item;
            drain();
            return true;
        }

        @Override
        protected void emit() {
            try {
                while (!isCancelled() && (iterator != null ? emitAll(iterator) : next())) {
                    // goes on with the next iterable
                }
            } catch (Throwable failure) {
                endWith(failure);
            }
        }

        /** Takes the item that came, or asks for one; false if there is none yet. */
        private boolean next() {
            boolean last = isDone();
            T item = arrived;
            if (item != null) {
                arrived = null;
                asked = false;
                Iterable<? extends R> made = due(mapper.apply(item), "flatMapIterable");
                iterator = due(made.iterator(), "flatMapIterable");
                return true;
            }
            if (last) {
                end();
            } else if (!asked && emitted < requested.get()) {
                asked = true;
                upstream.request(1);
                return arrived != null;
            }
            return false;
        }

        /** Emits what is demanded; false if more is left. */
        private boolean emitAll(Iterator<? extends R> from) {
            long demand = requested.get();
            while (from.hasNext()) {
                if (emitted >= demand) {
                    return false;
                }
                R item = Objects.requireNonNull(from.next(), "flatMapIterable: the iterator returned null");
                if (downstream.onNext(item)) {
                    emitted++;
                }
                if (isCancelled()) {
                    return false;
                }
            }
            iterator = null;
            return true;
        }

        @Override
        protected void clear() {
            arrived = null;
            iterator = null;
        }
    }
}
