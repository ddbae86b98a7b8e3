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
import org.jspecify.annotations.Nullable;

/** Another failure, or the end, in place of those that satisfy a filter. */
public final class OnErrorMap<T> extends Operator<T, T> {
    /** Given as the function: the end. */
    public static final Function<Throwable, @Nullable Throwable> COMPLETE = failure -> null;

    private static final String RETURNED = "onErrorMap: the failure that the function returned";

    private final Predicate<? super Throwable> filter;

    public OnErrorMap(Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, function, Mapping.class, Mapping<T>::new);
    }

    private static final class Mapping<T> extends PassThrough<T, T> {
        private final OnErrorMap<T> description;

        Mapping(OnErrorMap<T> description, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.description = description;
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            @Nullable Throwable left = failure;
            Function<Throwable, Throwable> function = description.function();
            try {
                if (Failures.isMet(description.filter, failure)) {
                    Throwable mapped = function.apply(failure);
                    boolean goesOn = mapped == failure || (mapped != null && mapped.getCause() == failure);
                    var _ = goesOn ? root().noted(failure) : failure; // before the place of what is made here
                    left = function == COMPLETE ? null : here(Argument.given(mapped, RETURNED), function);
                }
            } catch (Throwable thrown) {
                left = here(Failures.replaced(failure, thrown), function);
            }
            downstream.onEnd(left);
            Failures.throwIfFatal(left);
        }
    }
}
