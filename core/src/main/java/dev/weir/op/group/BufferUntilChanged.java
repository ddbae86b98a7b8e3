package dev.weir.op.group;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Gathered;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists of items that follow each other and have the same key. */
public final class BufferUntilChanged<T> extends Operator<T, List<T>> {
    private final int most;

    public BufferUntilChanged(Many<T> source, int most, Function<? super T, ?> key) {
        this.most = Argument.positive(most, "bufferUntilChanged: the size");
        super(source, key, Buffering.class, Buffering<T>::new);
    }

    private static final class Buffering<T> extends SerialDrain<T, List<T>> {
        private final Function<? super T, ?> function;
        private final Gathered<T> list;
        private @Nullable Object key; // of its items

        Buffering(BufferUntilChanged<T> operator, Stage<? super List<T>> downstream, Root root) {
            super(downstream, root);
            this.function = operator.function();
            this.list = new Gathered<>(root.context(), operator.most, operator.most);
        }

        @Override
        protected void counted(long before, long n) {
            super.counted(before, n); // upstream may have ended, and the last list waits for that
            upstream.request(n);
        }

        @Override
        public boolean onNext(T item) {
            List<T> complete = List.of();
            try {
                Object its = Argument.due(function.apply(item), "bufferUntilChanged: the function", "a key");
                if (!its.equals(key)) {
                    complete = list.take();
                    key = its;
                }
            } catch (Throwable failure) {
                return fail(failure, function);
            }
            List<T> full = list.add(item); // if one item is enough, none has just been complete
            return (full != null && emit(full)) || (!complete.isEmpty() && emit(complete));
        }

        private boolean emit(List<T> complete) {
            boolean counts = downstream.onNext(complete);
            emitted += counts ? 1 : 0;
            return counts;
        }

        @Override
        protected void emit() {
            boolean last = isDone();
            if (last && !hasFailed() && emitted < demand() && !list.isEmpty()) {
                emit(list.take());
            }
            if (last && !isCancelled() && (hasFailed() || list.isEmpty())) {
                end();
            }
        }

        @Override
        protected void clear() {
            list.close();
        }
    }
}
