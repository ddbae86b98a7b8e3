package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Stage;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Gatherer;
import org.jspecify.annotations.Nullable;

/** What the items' iterables hold, one after the other. */
public final class FlatMapIterable<T, R> extends Flattening<T, R> {
    /**
     * @param function makes iterables of items; or a gatherer
     */
    public FlatMapIterable(Many<T> source, Object function) {
        super(source, function, Iterating.class, Iterating<T, R>::new);
    }

    /** What a gatherer of the JDK makes of the items. */
    public static <T, R> Many<R> gathering(Many<T> source, Gatherer<? super T, ?, R> gatherer) {
        Site.note(Argument.given(gatherer, "gather: the gatherer").integrator());
        return new FlatMapIterable<>(source, gatherer);
    }

    private static final class Iterating<T, R> extends SerialDrain<T, R> implements Gatherer.Downstream<R> {
        private final Object function; // the user's
        private final Function<? super T, ? extends Iterable<? extends R>> mapper;
        private final @Nullable Gather<T, ?, R> gathering; // which is the mapper then
        private volatile @Nullable T arrived; // the one item asked for
        private @Nullable Thread asking; // which sees itself here, whatever others see
        private Iterator<? extends R> iterator = Collections.emptyIterator();
        private boolean isThere = true; // as what collections have is
        private boolean asked;
        private @Nullable Gather<T, ?, R> pushing; // the gatherer, once all that it can make is asked for
        private boolean over; // before upstream is
        private boolean finished;
        private boolean learned;

        Iterating(FlatMapIterable<T, R> flatMapIterable, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            Object given = flatMapIterable.function();
            this.gathering = given instanceof Gatherer<?, ?, ?>
                    ? new Gather<>(flatMapIterable.<Gatherer<? super T, ?, R>>function(), this)
                    : null;
            this.function = gathering == null ? given : gathering.integrator;
            this.mapper = gathering == null ? flatMapIterable.function() : gathering;
        }

        private Throwable told(Throwable failure) {
            Failures.throwIfFatal(isCancelled() ? failure : null); // from below: that was told
            return root().made(failure, gathering == null ? getClass() : Gather.class, function);
        }

        @Override
        public boolean onNext(T item) {
            if (pushing != null) {
                pushAll(pushing, item);
            } else if (asking == Thread.currentThread() && !isCancelled()) {
                open(item);
            } else {
                arrived = item;
                drain();
            }
            return true;
        }

        @Override
        protected void emit() {
            while (!isCancelled() && emitAll() && next()) {
                // goes on with the next iterable
            }
        }

        /** Takes the item that came, or asks for one; false if there is none yet. */
        private boolean next() {
            boolean last = over || isDone();
            T item = arrived;
            if (item != null) {
                arrived = null;
                open(item);
            } else if (over && finished) {
                cancel(); // a failure that has come is dropped
                downstream.onComplete();
            } else if (last && (finished || (!over && hasFailed()))) {
                upstream.release(); // behind what a gatherer had pushed before it failed
                end();
            } else if (last) {
                finished = true;
                upstream.release(); // which may wait for that, if no more is wanted
                open(null);
            } else if (!asked && gathering != null && demand() == Long.MAX_VALUE) {
                asked = true;
                pushing = gathering;
                iterator = Collections.emptyIterator(); // that of what was pushed would see it change
                upstream.request(Long.MAX_VALUE);
            } else if (!asked && emitted < demand()) {
                asked = true;
                asking = Thread.currentThread();
                upstream.requestAlone(1);
                asking = null;
            } else {
                return false;
            }
            return !asked;
        }

        /** Goes on with what is made of the item, or, after the last, with the rest. */
        private void open(@Nullable T item) {
            asked = false;
            iterator = Collections.emptyIterator();
            isThere = true;
            try {
                Iterable<? extends R> made = item != null
                        ? Argument.due(mapper.apply(item), "flatMapIterable: the function", "an iterable")
                        : gathering == null ? List.of() : gathering.rest();
                isThere = made instanceof Collection;
                if (!learned && !(made instanceof Collection<?> all && all.size() <= Known.FEW)) {
                    Site.wide(function);
                }
                learned = true;
                iterator = Argument.due(made.iterator(), "flatMapIterable: the iterable", "an iterator");
            } catch (Throwable failure) {
                if (gathering == null || Failures.isFatal(failure)) {
                    endWith(told(failure));
                } else {
                    iterator = gathering.pushed.iterator();
                    gathering.wantsMore = true; // so the failure counts
                    onError(told(failure));
                }
            }
            over = gathering != null && !gathering.wantsMore;
        }

        /** Of a gatherer; it goes down from within that, as far as it is asked for. */
        @Override
        public boolean push(R item) {
            List<R> waiting = Objects.requireNonNull(gathering).pushed;
            Objects.requireNonNull(item, "gather: the gatherer pushed null");
            if (isCancelled()) {
                Undelivered.tell(item, context());
            } else if (pushing == null && (emitted >= demand() || !waiting.isEmpty())) {
                waiting.add(item);
            } else {
                try {
                    emitted += downstream.onNext(item) ? 1 : 0;
                } catch (Throwable thrown) { // it is not the gatherer's
                    root().caught(thrown);
                }
            }
            return !isCancelled();
        }

        @Override
        public boolean isRejecting() {
            return isCancelled();
        }

        private void pushAll(Gather<T, ?, R> pushing, T item) {
            if (over || isCancelled()) {
                undelivered(item);
                return;
            }
            try {
                pushing.apply(item);
                over = !pushing.wantsMore;
            } catch (Throwable failure) {
                upstream.release();
                onError(told(failure));
                Failures.throwIfFatal(failure);
            }
            if (over) {
                upstream.release();
                drain();
            }
        }

        /** Emits what is demanded; false if more is left. */
        private boolean emitAll() {
            long demand = demand();
            while (!isCancelled()) {
                R item;
                try {
                    if (emitted >= demand) {
                        return isThere && !iterator.hasNext(); // what others give may take its time, and be for nobody
                    }
                    if (!iterator.hasNext()) {
                        return true;
                    }
                    item = Objects.requireNonNull(iterator.next(), "flatMapIterable: the iterator returned null");
                } catch (Throwable failure) {
                    endWith(told(failure));
                    return false;
                }
                emitted += downstream.onNext(item) ? 1 : 0;
            }
            return false;
        }

        @Override
        protected void clear() {
            T item = arrived;
            if (item != null) { // else one may arrive at this moment, and be cleared then
                arrived = null;
                undelivered(item);
            }
            Iterator<? extends R> rest = iterator;
            iterator = Collections.emptyIterator();
            if (isThere) {
                Undelivered.tellRest(rest, context());
            }
        }
    }
}
