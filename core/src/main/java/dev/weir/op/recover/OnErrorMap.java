package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import java.util.function.Predicate;

/** Another failure in place of those that satisfy a filter. */
public final class OnErrorMap<T> extends Operator<T, T> {
    private final Predicate<? super Throwable> filter;

    public OnErrorMap(
            Many<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends Throwable> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, function, Mapping.class, Mapping<T>::new);
    }

    private static final class Mapping<T> extends PassThrough<T, T> {
        private final Predicate<? super Throwable> filter;
        private final Function<? super Throwable, ? extends Throwable> function;

        Mapping(OnErrorMap<T> onErrorMap, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.filter = onErrorMap.filter;
            this.function = onErrorMap.function();
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            Throwable mapped;
            try {
                mapped = filter.test(failure) ? here(due(function.apply(failure), "onErrorMap"), function) : failure;
            } catch (Throwable thrown) {
                downstream.onError(Failures.replaced(failure, here(thrown, function)));
                Failures.throwIfFatal(thrown);
                return;
            }
            downstream.onError(mapped);
        }
    }
}
