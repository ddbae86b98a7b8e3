package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;

/** How many items there are. */
public final class Count<T> extends End<T, Long> {
    public Count(Many<T> source) {
        super(source, NONE, Counting.class, Counting<T>::new);
    }

    private static final class Counting<T> extends Terminal<T> {
        private long count;

        Counting(Count<T> unused, Run run) {
            super(run);
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
