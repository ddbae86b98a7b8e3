package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Starting;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The outcome of a stage. */
public final class FromStage<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends CompletionStage<T>> supplier;

    public FromStage(Supplier<? extends CompletionStage<T>> supplier) {
        super(1);
        this.supplier = Objects.requireNonNull(supplier, "supplier");
    }

    public static <T extends @Nullable Object> One<T> shared(CompletionStage<T> stage) {
        Objects.requireNonNull(stage, "stage");
        return new FromStage<>(() -> stage);
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(supplier.get(), "from: the supplier returned null where a stage is due");
        } catch (Throwable failure) {
            return new Failure(failure);
        }
        return stage.getClass() == CompletableFuture.class
                        && stage.toCompletableFuture().state() == Future.State.SUCCESS
                ? stage.toCompletableFuture().resultNow()
                : new Starting((pending, runContext) -> {
                    Landing landing = new Landing(pending, runContext);
                    pending.onCancel(() -> landing.pending = null);
                    stage.whenComplete(landing);
                });
    }

    /**
     * What the stage holds on to: after a cancellation no more than this, however long the stage
     * lives.
     */
    private static final class Landing implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        private final Context context;
        private volatile @Nullable Pending pending;

        Landing(Pending pending, Context context) {
            this.pending = pending;
            this.context = context;
        }

        @Override
        public void accept(@Nullable Object value, @Nullable Throwable failure) {
            Pending waiting = pending;
            if (waiting != null) {
                pending = null;
                waiting.accept(failure == null ? value : new Failure(cause(failure)));
            } else if (failure != null) {
                Dropped.report(cause(failure), context);
            }
        }

        private static Throwable cause(Throwable failure) {
            Throwable cause = failure;
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            return cause;
        }
    }
}
