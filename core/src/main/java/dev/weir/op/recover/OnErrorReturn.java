package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Handover;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One item instead of a failure. */
public final class OnErrorReturn<T> extends Operator<T, T> {
    private final Predicate<? super Throwable> filter;

    public OnErrorReturn(Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, function, Replacing.class, Replacing<T>::new);
    }

    private static final class Replacing<T> extends Handover<T, T> {
        private final OnErrorReturn<T> description;

        Replacing(OnErrorReturn<T> description, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.description = description;
        }

        @Override
        public boolean onNext(T item) {
            return produced(downstream.onNext(item));
        }

        @Override
        public void onError(Throwable failure) {
            @Nullable T item;
            Function<Throwable, T> given = description.function();
            try {
                item = Failures.isMet(description.filter, failure) ? due(given.apply(failure), "onErrorReturn") : null;
            } catch (Throwable thrown) {
                downstream.onError(here(Failures.replaced(failure, thrown), given));
                Failures.throwIfFatal(thrown);
                return;
            }
            if (item == null) {
                downstream.onError(failure);
            } else if (hasRoom(1)) {
                kept(item);
            } else {
                keep(item);
            }
        }

        @Override
        protected void kept(T item) {
            downstream.onNext(item);
            if (!isCancelled()) {
                downstream.onComplete();
            }
        }
    }
}
