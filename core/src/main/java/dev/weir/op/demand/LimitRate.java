package dev.weir.op.demand;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Handover;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;

/** What is asked for, a part at a time. */
public final class LimitRate<T> extends Operator<T, T> {
    private final int most;

    public LimitRate(Many<T> source, int most) {
        super(source, Limiting.class, Limiting<T>::new);
        this.most = positive(most, "limitRate: the number of items");
    }

    private static final class Limiting<T> extends Handover<T, T> {
        private final int batch;
        private int passed; // of that

        Limiting(LimitRate<T> limitRate, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.batch = limitRate.most - (limitRate.most >> 2);
            this.mostAsked = limitRate.most;
        }

        @Override
        public boolean onNext(T item) {
            boolean counts = produced(downstream.onNext(item));
            if (counts && ++passed == batch) {
                passed = 0;
                mostAsked = Requested.sum(mostAsked, batch);
                drain();
            }
            return counts;
        }
    }
}
