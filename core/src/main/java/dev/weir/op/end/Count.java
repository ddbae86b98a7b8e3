package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.End;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Terminal;

/** How many items there are. */
public final class Count<T> extends End<T, Long> {
    public Count(Many<T> source) {
        super(source);
    }

    @Override
    protected Terminal<T> attach(Pending pending) {
        return new Counting<>(this, pending);
    }

    private static final class Counting<T> extends Terminal<T> {
        private long count;

        Counting(Count<T> unused, Pending pending) {
            super(pending);
        }

        @Override
        public boolean onNext(T item) {
            count++;
            return true;
        }

        @Override
        protected Object result() {
            return count;
        }
    }
}
