package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.LastItem;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import java.util.function.Predicate;

/** One item instead of a failure. */
public final class OnErrorReturn<T> extends Operator<T, T> {
    private final Predicate<? super Throwable> filter;

    public OnErrorReturn(
            Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ? extends T> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, function, Returning.class);
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream, Root root) {
        return new Returning<>(this, downstream, root);
    }

    private static final class Returning<T> extends LastItem<T> {
        private final Predicate<? super Throwable> filter;
        private final Function<? super Throwable, ? extends T> function;

        Returning(OnErrorReturn<T> onErrorReturn, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.filter = onErrorReturn.filter;
            this.function = onErrorReturn.function();
        }

        @Override
        public boolean onNext(T item) {
            return produced(downstream.onNext(item));
        }

        @Override
        public void onError(Throwable failure) {
            if (isCancelled()) {
                Dropped.report(failure, context());
                return;
            }
            T item;
            try {
                if (!filter.test(failure)) {
                    downstream.onError(failure);
                    return;
                }
                item = due(function.apply(failure), "onErrorReturn");
            } catch (Throwable thrown) {
                downstream.onError(Failures.replaced(failure, here(thrown, function)));
                Failures.throwIfFatal(thrown);
                return;
            }
            completeWith(item);
        }
    }
}
