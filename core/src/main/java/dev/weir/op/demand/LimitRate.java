package dev.weir.op.demand;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Handover;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Pull;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;

/** What is asked for, a part at a time. */
public final class LimitRate<T> extends Operator<T, T> {
    private final int most;

    public LimitRate(Many<T> source, int most) {
        super(source, NONE, Limiting.class, Limiting<T>::new);
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

        /** What makes each item as the one before has been passed on has none ahead: it may be asked for all. */
        @Override
        public void onSubscribe(Upstream first) {
            mostAsked = first instanceof Pull ? Long.MAX_VALUE : mostAsked;
            super.onSubscribe(first);
        }

        @Override
        public boolean onNext(T item) {
            boolean counts = downstream.onNext(item);
            if (counts && mostAsked != Long.MAX_VALUE && ++passed == batch) {
                passed = 0;
                mostAsked += batch;
                drain();
            }
            return counts;
        }
    }
}
