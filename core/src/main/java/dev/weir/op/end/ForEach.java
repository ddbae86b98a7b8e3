package dev.weir.op.end;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for each item, and word when all are done. */
public final class ForEach<T> extends End<T, @Nullable Void> {
    public ForEach(Many<T> source, Consumer<? super T> action) {
        super(source, action, Acting.class, Acting<T>::new);
    }

    /** Lambdas as the subscriber. */
    public static <T> Cancellable subscribe(
            Many<T> source, Consumer<? super T> onNext, Consumer<? super Throwable> onError, Runnable onComplete) {
        Argument.given(onComplete, "subscribe: what runs at the end");
        return source.forEach(Argument.given(onNext, "subscribe: onNext")).subscribe(done -> onComplete.run(), onError);
    }

    private static final class Acting<T> extends Terminal<T> {
        private final Consumer<? super T> action;

        Acting(ForEach<T> forEach, Run run) {
            super(run);
            this.action = forEach.given();
        }

        @Override
        public boolean onNext(T item) {
            try {
                action.accept(item);
                return true;
            } catch (Throwable failure) {
                return fail(failure, action);
            }
        }
    }
}
