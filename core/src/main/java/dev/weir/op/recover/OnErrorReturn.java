package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.race.Latest;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Counting;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One item instead of a failure. */
public final class OnErrorReturn<T> extends Operator<T, T> {
    private final Predicate<? super Throwable> filter;

    public OnErrorReturn(
            Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ? extends T> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, function, Returning.class, Returning<T>::new);
    }

    private static final class Returning<T> extends Counting<T, T> {
        /*
         * Whoever asks counts first and looks for the item then; who ends puts the item first and looks at the count then: one
         * of them sees what the other did, and one of them takes the item.
         */
        private final Predicate<? super Throwable> filter;
        private final Function<? super Throwable, ? extends T> function;
        private final Latest<T> last = new Latest<>();
        private long produced; // before that

        Returning(OnErrorReturn<T> onErrorReturn, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.filter = onErrorReturn.filter;
            this.function = onErrorReturn.function();
        }

        @Override
        public boolean onNext(T item) {
            boolean accepted = downstream.onNext(item);
            produced += accepted ? 1 : 0;
            return accepted;
        }

        @Override
        public void onError(Throwable failure) {
            if (last.isClosed()) {
                Dropped.report(failure, context());
                return;
            }
            @Nullable T item;
            try {
                item = filter.test(failure) ? due(function.apply(failure), "onErrorReturn") : null;
            } catch (Throwable thrown) {
                downstream.onError(Failures.replaced(failure, here(thrown, function)));
                Failures.throwIfFatal(thrown);
                return;
            }
            if (item == null) {
                downstream.onError(failure);
            } else {
                undelivered(last.put(item));
                emitIfAsked();
            }
        }

        private void emitIfAsked() {
            T item = last.get(); // before `produced` is read
            if (item != null && demand() > produced && last.take(item)) {
                downstream.onNext(item);
                downstream.onComplete();
            }
        }

        @Override
        public void request(long n) {
            count(n);
            upstream.request(n);
            emitIfAsked();
        }

        @Override
        public void cancel() {
            upstream.cancel();
            undelivered(last.close());
        }
    }
}
