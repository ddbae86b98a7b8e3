package dev.weir.op.source;

import dev.weir.op.kernel.Pull;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;

/** Emits consecutive integers. */
public final class Range extends Source<Integer> {
    private final int first;
    private final long end;

    public Range(int first, int count) {
        this.first = first;
        this.end = (long) first + count;
        if (count < 0) {
            throw new IllegalArgumentException("range: count must not be negative, was " + count);
        }
        if (end > Integer.MAX_VALUE + 1L) {
            throw new IllegalArgumentException("range: " + first + " + " + count + " is beyond the largest int");
        }
    }

    @Override
    protected void start(Stage<? super Integer> stage) {
        if (first == end) {
            complete(stage);
        } else {
            stage.onSubscribe(new Counting(this, stage));
        }
    }

    private static final class Counting extends Pull<Integer> {
        private final long end;
        private long next;

        Counting(Range range, Stage<? super Integer> downstream) {
            super(downstream);
            this.next = range.first;
            this.end = range.end;
        }

        @Override
        protected boolean emit(long demand) {
            long left = demand;
            long i = next;
            while (!isCancelled()) {
                if (i == end) {
                    downstream.onComplete();
                    return false;
                }
                if (left == 0) {
                    next = i;
                    return true;
                }
                if (downstream.onNext((int) i++)) {
                    left--;
                }
            }
            return false;
        }
    }
}
