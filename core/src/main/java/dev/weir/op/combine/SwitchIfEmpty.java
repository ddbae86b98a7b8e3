package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Handover;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.function.Supplier;

/** Another stream if there was no item. */
public final class SwitchIfEmpty<T> extends Operator<T, T> {
    public SwitchIfEmpty(Many<T> source, Supplier<? extends Many<? extends T>> supplier) {
        super(source, supplier, Switching.class, Switching<T>::new);
    }

    private static final class Switching<T> extends Handover<T, T> {
        private final Supplier<? extends Many<? extends T>> supplier;
        private boolean settled; // there was an item, or it is the other stream

        Switching(SwitchIfEmpty<T> switchIfEmpty, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.supplier = switchIfEmpty.function();
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            if (settled) {
                handTo(newUpstream);
            } else {
                super.onSubscribe(newUpstream);
            }
        }

        @Override
        public boolean onNext(T item) {
            settled = true;
            return produced(downstream.onNext(item));
        }

        @Override
        @SuppressWarnings("unchecked") // the items are read only
        public void onComplete() {
            if (settled) {
                downstream.onComplete();
                return;
            }
            settled = true;
            Many<T> other;
            try {
                other = (Many<T>) Argument.due(supplier.get(), "switchIfEmpty: the supplier", "a stream");
            } catch (Throwable failure) {
                fail(failure, supplier);
                return;
            }
            Source.connect(other, this);
        }
    }
}
