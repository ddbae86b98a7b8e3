package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Stage;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the items' iterables hold, one after the other. */
public final class FlatMapIterable<T, R> extends Flattening<T, R> {

    public FlatMapIterable(Many<T> source, Function<? super T, ? extends Iterable<? extends R>> mapper) {
        super(source, mapper, Iterating.class, Iterating<T, R>::new);
    }

    private static final class Iterating<T, R> extends SerialDrain<T, R> {
        private final Function<? super T, ? extends Iterable<? extends R>> mapper;
        private volatile @Nullable T arrived; // the one item asked for
        private @Nullable Iterator<? extends R> iterator;
        private boolean isCollection; // whose elements are there already
        private boolean asked;
        private boolean learned;

        Iterating(FlatMapIterable<T, R> flatMapIterable, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = flatMapIterable.function();
        }

        @Override
        public boolean onNext(T item) {
            arrived = item;
            drain();
            return true;
        }

        @Override
        protected void emit() {
            while (!isCancelled() && (iterator != null ? emitAll(iterator) : next())) {
                // goes on with the next iterable
            }
        }

        /** Takes the item that came, or asks for one; false if there is none yet. */
        private boolean next() {
            boolean last = isDone();
            T item = arrived;
            if (item != null) {
                arrived = null;
                asked = false;
                return open(item);
            }
            if (last) {
                end();
            } else if (!asked && emitted < demand()) {
                asked = true;
                upstream.request(1);
                return arrived != null;
            }
            return false;
        }

        private boolean open(T item) {
            try {
                Iterable<? extends R> made = due(mapper.apply(item), "flatMapIterable");
                isCollection = made instanceof Collection;
                if (!learned) {
                    learned = true;
                    learn(mapper, isCollection && ((Collection<?>) made).size() <= Known.FEW);
                }
                iterator = due(made.iterator(), "flatMapIterable");
                return true;
            } catch (Throwable failure) {
                endWith(here(failure, mapper));
                return false;
            }
        }

        /** Emits what is demanded; false if more is left. */
        private boolean emitAll(Iterator<? extends R> from) {
            long demand = demand();
            for (; ; ) {
                R item;
                try {
                    if (!from.hasNext()) {
                        iterator = null;
                        return true;
                    }
                    if (emitted >= demand) {
                        return false;
                    }
                    item = Objects.requireNonNull(from.next(), "flatMapIterable: the iterator returned null");
                } catch (Throwable failure) {
                    endWith(here(failure, mapper));
                    return false;
                }
                emitted += downstream.onNext(item) ? 1 : 0;
                if (isCancelled()) {
                    return false;
                }
            }
        }

        @Override
        protected void clear() {
            T item = arrived;
            if (item != null) { // else one may arrive at this moment, and be cleared then
                arrived = null;
                undelivered(item);
            }
            Iterator<? extends R> rest = iterator;
            iterator = null;
            if (rest != null && isCollection) {
                Undelivered.tellRest(rest, context());
            }
        }
    }
}
