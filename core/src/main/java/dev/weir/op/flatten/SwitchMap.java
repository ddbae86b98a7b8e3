package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.op.kernel.drain.BoundedBuffer;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.InnerHost;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The newest item's stream. */
public final class SwitchMap<T, R> extends Flattening<T, R> {
    public SwitchMap(Many<T> source, Function<? super T, ? extends Many<? extends R>> mapper) {
        super(source, mapper, Switching.class, Switching<T, R>::new);
    }

    private static final Overflow AHEAD = Overflow.buffer(Inner.AHEAD);

    /** An inner stream, and what waits of it. */
    private record Branch<R>(Inner<R> inner, BoundedBuffer<R> buffer) {}

    private static final class Switching<T, R> extends SerialDrain<T, R> implements InnerHost<R> {
        /*
         * Upstream's thread puts a new branch in the place of the old one and empties that itself, so what waits is
         * never more than AHEAD items of one stream, whatever the thread that emits is doing.
         */
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private volatile @Nullable Branch<R> current;
        private boolean learned;

        Switching(SwitchMap<T, R> switchMap, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = switchMap.function();
        }

        @Override
        protected void asked() {
            upstream.request(Long.MAX_VALUE);
        }

        @Override
        public boolean onNext(T item) {
            Many<? extends R> made;
            try {
                made = Argument.due(mapper.apply(item), "switchMap: the function", "a stream");
                learned = learned || learn(mapper, made);
            } catch (Throwable failure) {
                return fail(failure, mapper);
            }
            if (current == null && made instanceof Known<? extends R> known && demand() - emitted >= known.size()) {
                for (int i = 0; i < known.size() && !isCancelled(); i++) { // nobody else emits
                    emitted += downstream.onNext(known.item(i)) ? 1 : 0;
                }
                return true;
            }
            Branch<R> next = new Branch<>(new Inner<>(this, this, Inner.AHEAD, 0), new BoundedBuffer<>(AHEAD));
            Branch<R> before = current;
            current = next;
            close(before);
            if (isCancelled()) {
                close(next);
            } else {
                Source.connect(made, next.inner);
            }
            return true;
        }

        private void close(@Nullable Branch<R> branch) {
            if (branch != null) {
                branch.inner.cancel();
                branch.buffer.close();
                Undelivered.tellAll(() -> branch.buffer.poll(Long.MAX_VALUE), context());
            }
        }

        @Override
        public boolean innerNext(Inner<R> inner, R item) {
            Branch<R> branch = current;
            undelivered(branch == null || branch.inner != inner ? item : branch.buffer.offer(item, 0));
            drain();
            return true;
        }

        @Override
        public void innerComplete(Inner<R> inner) {
            drain();
        }

        @Override
        public void innerError(Inner<R> inner, Throwable failure) {
            Branch<R> branch = current;
            if (branch == null || branch.inner != inner) {
                Dropped.report(failure, context());
            } else {
                offerFailure(failure, false);
                drain();
            }
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (!isCancelled()) {
                if (hasFailed()) {
                    upstream.release();
                    end();
                    return;
                }
                boolean last = isDone();
                Branch<R> branch = current;
                boolean ended = branch == null || branch.inner.isComplete();
                if (branch == null || branch.buffer.isEmpty()) {
                    if (last && ended && branch == current) {
                        end();
                    }
                    return;
                }
                if (emitted >= demand) {
                    return;
                }
                R item = branch.buffer.poll(Long.MAX_VALUE);
                if (item != null) { // else it was switched away from
                    emitted += downstream.onNext(item) ? 1 : 0;
                    branch.inner.consumed();
                }
            }
        }

        @Override
        protected void cancelOthers() {
            close(current);
        }
    }
}
