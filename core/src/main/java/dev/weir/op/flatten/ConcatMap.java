package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Handover;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.InnerHost;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The items' streams, one after the other. */
public final class ConcatMap<T, R> extends Flattening<T, R> {
    public ConcatMap(Many<T> source, Function<? super T, ? extends Many<? extends R>> mapper) {
        super(source, mapper, Concatenating.class, Concatenating<T, R>::new);
    }

    @Override
    @SuppressWarnings("unchecked") // the items are read only
    protected Many<R> resolve(Root root) {
        Many<? extends R> only =
                Known.ofOnly(source(), this.<Function<? super T, ? extends Many<? extends R>>>function(), "concatMap");
        return only == null ? this : (Many<R>) only;
    }

    private static final class Concatenating<T, R> extends Handover<T, R> implements InnerHost<R> {
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private final Requested live = new Requested(); // the outer stream, and the inner one while there is one
        private Upstream outer = NONE;
        private boolean learned;
        private @Nullable Throwable outerFailure; // these two before `live` is taken from
        private @Nullable Throwable innerFailure;

        Concatenating(ConcatMap<T, R> concatMap, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = concatMap.function();
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
            Many<? extends R> made;
            try {
                made = due(mapper.apply(item), "concatMap");
                if (!learned) {
                    learned = true;
                    learn(mapper, made);
                }
            } catch (Throwable failure) {
                return failAll(here(failure, mapper));
            }
            if (made instanceof Known<? extends R> known && hasRoom(known.size())) {
                return emitAll(known);
            }
            live.add(1);
            Source.connect(made, new Inner<>(this, this, 1));
            return true;
        }

        /** Between two inner streams nobody else emits. */
        private boolean emitAll(Known<? extends R> known) {
            int size = known.size();
            for (int i = 0; i < size && !isCancelled(); i++) {
                produced(downstream.onNext(known.item(i)));
            }
            return false;
        }

        private boolean failAll(Throwable failure) {
            cancel();
            downstream.onError(failure);
            Failures.throwIfFatal(failure);
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            outerFailure = failure;
            ended();
        }

        @Override
        public void onComplete() {
            ended();
        }

        private boolean ended() {
            if (live.subtract(1) > 0) {
                return false;
            }
            if (innerFailure != null) {
                reportOuterFailure();
            } else {
                downstream.onEnd(outerFailure);
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
            innerFailure = failure;
            boolean last = live.subtract(1) == 0;
            failAll(failure);
            if (last) {
                reportOuterFailure();
            }
        }

        private void reportOuterFailure() {
            if (outerFailure != null && outerFailure != innerFailure) { // else it has been received
                Dropped.report(outerFailure, context());
            }
        }

        @Override
        public void innerComplete(Inner<R> inner) {
            if (!ended()) {
                outer.request(1);
            }
        }

        @Override
        protected void cancelOthers() {
            outer.cancel();
        }
    }
}
