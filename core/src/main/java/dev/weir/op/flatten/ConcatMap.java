package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Handover;
import dev.weir.op.kernel.Known;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The items' streams, one after the other. */
public final class ConcatMap<T, R> extends Operator<T, R> {
    private final Function<? super T, ? extends Many<? extends R>> mapper;

    public ConcatMap(Many<T> source, Function<? super T, ? extends Many<? extends R>> mapper) {
        super(source, mapper);
        this.mapper = mapper;
    }

    @Override
    @SuppressWarnings("unchecked") // the items are read only
    protected Many<R> resolve() {
        Many<? extends R> only = Known.ofOnly(source(), mapper, "concatMap");
        return only == null ? this : (Many<R>) only;
    }

    @Override
    protected Stage<T> attach(Stage<? super R> downstream) {
        return new Concatenating<>(this, downstream);
    }

    /** Who emits, told by the inner stage. */
    private interface Host<R> {
        void innerSubscribe(Upstream upstream);

        boolean innerNext(R item);

        void innerError(Throwable failure);

        void innerComplete();
    }

    private static final class Concatenating<T, R> extends Handover<T, R> implements Host<R> {
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private final Stage<R> inner;
        private final Requested live = new Requested(); // the outer stream, and the inner one while there is one
        private @Nullable Throwable outerFailure; // these two before `live` is taken from
        private @Nullable Throwable innerFailure;

        Concatenating(ConcatMap<T, R> concatMap, Stage<? super R> downstream) {
            super(downstream);
            this.mapper = concatMap.mapper;
            this.inner = new Feeding<>(this, downstream);
            live.add(1);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            upstream = newUpstream;
            others().put(newUpstream);
            downstream.onSubscribe(this);
            newUpstream.request(1);
        }

        @Override
        public boolean onNext(T item) {
            Many<? extends R> made;
            try {
                made = due(mapper.apply(item), "concatMap");
            } catch (Throwable failure) {
                return failAll(failure);
            }
            if (made instanceof Known<? extends R> known && hasRoom(known.size())) {
                return emitAll(known);
            }
            live.add(1);
            Source.connect(made, inner);
            return true;
        }

        /** Between two inner streams nobody else emits. */
        private boolean emitAll(Known<? extends R> known) {
            int size = known.size();
            for (int i = 0; i < size && !isCancelled(); i++) {
                count(downstream.onNext(known.item(i)));
            }
            return false;
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
            } else if (outerFailure != null) {
                downstream.onError(outerFailure);
            } else {
                downstream.onComplete();
            }
            return true;
        }

        @Override
        public void innerSubscribe(Upstream newUpstream) {
            handTo(newUpstream);
        }

        @Override
        public boolean innerNext(R item) {
            return count(downstream.onNext(item));
        }

        @Override
        public void innerError(Throwable failure) {
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
        public void innerComplete() {
            if (!ended()) {
                upstream.request(1);
            }
        }
    }

    private static final class Feeding<R> extends Stage<R> {
        private final Host<R> host;

        Feeding(Host<R> host, Stage<?> downstream) {
            super(downstream.context());
            this.host = host;
        }

        @Override
        public void onSubscribe(Upstream upstream) {
            host.innerSubscribe(upstream);
        }

        @Override
        public boolean onNext(R item) {
            return host.innerNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            host.innerError(failure);
        }

        @Override
        public void onComplete() {
            host.innerComplete();
        }
    }
}
