package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Intercept;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.LongConsumer;

/** An action for each request. */
public final class DoOnRequest<T> extends Operator<T, T> {
    public DoOnRequest(Many<T> source, LongConsumer action) {
        super(source, action, Acting.class, Acting<T>::new);
    }

    private static final class Acting<T> extends Intercept<T, T> {
        private final LongConsumer action;

        Acting(DoOnRequest<T> doOnRequest, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.action = doOnRequest.function();
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        public void request(long n) {
            try {
                action.accept(n);
            } catch (Throwable failure) {
                root().caught(here(failure, action));
                return;
            }
            upstream.request(n);
        }
    }
}
