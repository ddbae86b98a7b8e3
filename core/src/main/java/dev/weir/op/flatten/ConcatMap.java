package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Handover;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.InnerHost;
import dev.weir.op.kernel.race.Latest;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Single;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The items' streams, one after the other. */
@SuppressWarnings("unchecked") // items that are expanded are of both types
public final class ConcatMap<T, R> extends Flattening<T, R> {
    private final boolean isDeep;

    /**
     * @param isDeep whether there is each item, and behind it what the function makes of it, and of that again
     */
    public ConcatMap(Many<T> source, Function<? super T, ? extends Many<? extends R>> mapper, boolean isDeep) {
        this.isDeep = isDeep;
        super(source, mapper, Concatenating.class, Concatenating<T, R>::new);
    }

    /** Where there is one item at most, nothing is left of a stream when those of its item begin, however long the chain gets. */
    @Override
    protected Many<R> resolve(Root root, int depth) {
        Function<? super T, ? extends Many<? extends R>> mapper = function();
        Function<T, Many<R>> children = item ->
                Many.deferContextual(Adapted.of(mapper, "expand: the function", _ -> Concatenating.deep(mapper, item)));
        if (isDeep && source() instanceof Single<?>) {
            List<T> held = new ArrayList<>(1);
            Supplier<Many<R>> rest = () -> held.isEmpty() ? Many.empty() : children.apply(held.getFirst());
            return Many.concat((Many<R>) source().doOnNext(item -> held.add((T) item)), Many.defer(rest));
        }
        Function<T, Many<R>> chain = item -> Many.concat(Many.of((R) item), children.apply(item));
        return ofOnly(isDeep ? chain : mapper, "concatMap");
    }

    private static final class Concatenating<T, R> extends Handover<T, R> implements InnerHost<R> {
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private final boolean isDeep;
        private final Requested live = new Requested(); // the outer stream, and the inner one while there is one
        private Upstream outer = NONE;
        private boolean learned;
        private final Latest<Throwable> outerFailure = new Latest<>(); // while the last inner stream runs
        private @Nullable Throwable innerFailure;

        Concatenating(ConcatMap<T, R> concatMap, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = concatMap.function();
            this.isDeep = concatMap.isDeep;
            live.add(1);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            outer = newUpstream;
            downstream.onSubscribe(this);
        }

        @Override
        protected void asked() {
            outer.request(1);
        }

        @Override
        public boolean onNext(T item) {
            if (isDeep) {
                if (!hasRoom(1)) {
                    live.add(1);
                    keep(item);
                    return true;
                }
                produced(downstream.onNext((R) item));
                if (isCancelled()) {
                    return false;
                }
            }
            Many<? extends R> made;
            try {
                made = isDeep
                        ? deep(mapper, item)
                        : Argument.due(mapper.apply(item), "concatMap: the function", "a stream");
                learned = learned || (!(made instanceof Known<?>) && learn(mapper, made));
            } catch (Throwable failure) {
                return failAll(here(failure, mapper));
            }
            return (made instanceof Known<? extends R> known && hasRoom(known.size())) ? emitAll(known) : start(made);
        }

        @Override
        protected void kept(T item) {
            settle(onNext(item));
        }

        private static <T, R> Many<R> deep(Function<? super T, ? extends Many<? extends R>> mapper, T item) {
            Many<T> children = (Many<T>) Argument.due(mapper.apply(item), "expand: the function", "a stream");
            return children instanceof Known<T> known && known.size() == 0
                    ? Many.empty()
                    : new ConcatMap<>(children, mapper, true);
        }

        private boolean start(Many<? extends R> made) {
            live.add(1);
            Source.connect(isCancelled() ? Many.never() : made, new Inner<>(this, this, 1, 0)); // by the function
            return true;
        }

        /** Between two inner streams nobody else emits. */
        private boolean emitAll(Known<? extends R> known) {
            int size = known.size();
            if (size > Known.FEW) {
                Site.wide(mapper);
            }
            for (int i = 0; i < size && !isCancelled(); i++) {
                produced(downstream.onNext(known.item(i)));
            }
            return false;
        }

        private boolean failAll(Throwable failure) {
            innerFailure = failure;
            release();
            downstream.onError(failure);
            Failures.throwIfFatal(failure);
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            drop(outerFailure.put(failure));
            ended();
        }

        /** Nobody receives it, unless it has been received as another one's. */
        private void drop(@Nullable Throwable failure) {
            Dropped.report(failure == innerFailure ? null : failure, context());
        }

        @Override
        public void onComplete() {
            ended();
        }

        /** An inner stream is over, or what came in its place; the next item is due, unless it has been asked for. */
        private void settle(boolean isAsked) {
            if (!ended() && !isAsked) {
                outer.request(1);
            }
        }

        private boolean ended() {
            if (live.subtract(1) > 0) {
                return false;
            }
            if (innerFailure == null && !isCancelled()) {
                downstream.onEnd(outerFailure.take());
            }
            return true;
        }

        @Override
        public void innerSubscribed(Inner<R> inner, Upstream newUpstream) {
            handTo(newUpstream);
        }

        @Override
        public boolean innerNext(Inner<R> inner, R item) {
            return produced(downstream.onNext(item));
        }

        @Override
        public void innerError(Inner<R> inner, Throwable failure) {
            failAll(failure);
            ended();
        }

        @Override
        public void innerComplete(Inner<R> inner) {
            settle(false);
        }

        /** Of the inner stream first. */
        @Override
        public void release() {
            Carried.run(context(), upstream::release);
            Carried.run(context(), outer::release);
            cancel();
        }

        @Override
        protected void cancelOthers() {
            outer.cancel();
            drop(outerFailure.close());
        }
    }
}
