package dev.weir.op.one;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Receiver;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lambdas, or a future, as the subscriber. */
public final class Subscribe<T extends @Nullable Object> implements Receiver {
    private final One<T> one;
    private final Consumer<? super T> onValue;
    private final @Nullable Consumer<? super Throwable> onError;

    private Subscribe(One<T> one, Consumer<? super T> onValue, @Nullable Consumer<? super Throwable> onError) {
        this.one = one;
        this.onValue = Objects.requireNonNull(onValue, "onValue");
        this.onError = onError;
    }

    /** Runs it; without {@code onError} a failure is dropped with a warning. */
    public static <T extends @Nullable Object> Cancellable start(
            One<T> one, Consumer<? super T> onValue, @Nullable Consumer<? super Throwable> onError) {
        return Run.start(one, Context.empty(), new Subscribe<>(one, onValue, onError));
    }

    public static <T extends @Nullable Object> CompletionStage<T> future(One<T> one) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Cancellable run = Subscribe.<T>start(one, future::complete, failure -> {
            if (!future.completeExceptionally(failure)) {
                drop(failure, one);
            }
        });
        // it may also be cancelled, or completed by somebody else
        CompletableFuture<T> _ = future.whenComplete((_, _) -> run.cancel());
        return future;
    }

    @Override
    @SuppressWarnings("unchecked") // the One's value
    public void accept(@Nullable Object outcome) {
        try {
            if (!(outcome instanceof Failure failure)) {
                onValue.accept((T) outcome);
            } else if (onError != null) {
                onError.accept(failure.error());
            } else {
                drop(failure.error(), one);
            }
        } catch (Throwable thrown) {
            drop(outcome instanceof Failure failure ? failure.replacedBy(thrown).error() : thrown, one);
        }
    }

    private static void drop(Throwable failure, One<?> one) {
        Dropped.report(failure, Context.empty().withName(Step.pipeline(Context.empty(), one)));
    }
}
