package dev.weir.op.one;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lambdas, or a future, as the subscriber. */
public final class Subscribe {
    private Subscribe() {}

    /** Runs it; without {@code onError} a failure is dropped with a warning. */
    public static <T extends @Nullable Object> Cancellable start(
            One<T> one, Consumer<? super T> onValue, @Nullable Consumer<? super Throwable> onError) {
        Argument.given(onValue, "subscribe: what takes the value");
        return start(one, (value, failure) -> {
            if (failure == null) {
                onValue.accept(value);
            } else if (onError != null) {
                onError.accept(failure);
            }
            return failure == null || onError != null;
        });
    }

    public static <T extends @Nullable Object> CompletionStage<T> future(One<T> one) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Run run = start(
                one,
                (value, failure) -> failure == null ? future.complete(value) : future.completeExceptionally(failure));
        if (!future.isDone()) { // it may be cancelled, or completed by somebody else
            CompletableFuture<T> _ = future.whenComplete((_, _) -> run.cancel());
        }
        return future;
    }

    private static <T extends @Nullable Object> Run start(One<T> one, BiPredicate<T, @Nullable Throwable> taker) {
        Run run = new Subscriber<>(one, taker);
        try (var _ = new Carried.Entry(run.context())) {
            run.start(one);
        }
        return run;
    }

    /** Knows the One, and who takes the outcome, until the end only: who keeps the subscription need not keep what was run. */
    private static final class Subscriber<T extends @Nullable Object> extends Run {
        private @Nullable One<T> one;
        private @Nullable BiPredicate<T, @Nullable Throwable> taker; // false if nobody wants it

        Subscriber(One<T> one, BiPredicate<T, @Nullable Throwable> taker) {
            super(Carried.fresh(), 0);
            this.one = one;
            this.taker = taker;
        }

        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // the One's value, null only if T is
        protected void ended(@Nullable Object outcome) {
            Throwable failure = outcome instanceof Failure failed ? Failures.withoutOwnFrames(failed.noted()) : null;
            try {
                T value = failure == null ? (T) outcome : null;
                if (taker == null || !taker.test(value, failure)) {
                    discard(value);
                    drop(failure);
                }
            } catch (Throwable thrown) {
                drop(failure == null ? thrown : Failures.replaced(failure, thrown));
                Failures.throwIfFatal(thrown);
            }
            abandoned();
        }

        private void drop(@Nullable Throwable failure) {
            Dropped.report(failure, Context.empty().withName(one == null ? "" : Step.pipeline(Context.empty(), one)));
        }

        @Override
        protected void abandoned() {
            one = null;
            taker = null;
        }
    }
}
