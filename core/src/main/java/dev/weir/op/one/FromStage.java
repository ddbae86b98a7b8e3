package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The outcome of a stage. */
public final class FromStage<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends CompletionStage<T>> supplier;
    private final boolean isShared;

    public FromStage(Supplier<? extends CompletionStage<T>> supplier) {
        this(Site.note(Argument.function(supplier, FromStage.class)), false);
    }

    private FromStage(Supplier<? extends CompletionStage<T>> supplier, boolean isShared) {
        super(1);
        this.supplier = supplier;
        this.isShared = isShared;
    }

    /** The outcome of a stage that is others', too, which is told of one subscriber, however many there are. */
    public static <T extends @Nullable Object> One<T> shared(CompletionStage<T> stage) {
        Argument.given(stage, "from: the stage");
        FromStage<T> source = new FromStage<>(() -> stage, true);
        return hasSucceeded(stage) ? source : new Cache<>(source, true);
    }

    private static boolean hasSucceeded(CompletionStage<?> from) {
        return from.getClass() == CompletableFuture.class
                && from.toCompletableFuture().state() == Future.State.SUCCESS;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        CompletionStage<T> stage;
        try {
            stage = Objects.requireNonNull(supplier.get(), "from: the supplier returned null where a stage is due");
        } catch (Throwable failure) {
            return failed(failure, supplier, run);
        }
        return hasSucceeded(stage) ? stage.toCompletableFuture().resultNow() : new Waiting(this, stage);
    }

    private Failure outcome(Throwable failure, Run run) {
        Throwable cause = Failures.unwrapped(failure);
        return isShared ? new Failure(Failures.shared(cause)) : failed(cause, supplier, run);
    }

    private static final class Waiting extends Pending {
        private final FromStage<?> source;
        private final CompletionStage<?> stage;

        Waiting(FromStage<?> source, CompletionStage<?> stage) {
            this.source = source;
            this.stage = stage;
        }

        @Override
        protected void start(Run starting) {
            Landing landing = new Landing(source, this, starting);
            onCancel(landing::leave);
            stage.whenComplete(landing);
        }
    }

    /**
     * What the stage holds on to: after a cancellation no more than this, however long the stage
     * lives.
     */
    private static final class Landing implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        private final FromStage<?> source;
        private final Context context;
        private volatile @Nullable Pending pending;
        private volatile @Nullable Run run;

        Landing(FromStage<?> source, Pending pending, Run run) {
            this.source = source;
            this.context = pending.context();
            this.pending = pending;
            this.run = run;
        }

        void leave() {
            pending = null;
            run = null;
        }

        @Override
        public void accept(@Nullable Object value, @Nullable Throwable failure) {
            Pending waiting = pending;
            Run waitingRun = run;
            leave();
            if (waiting != null && waitingRun != null) {
                waiting.accept(failure == null ? value : source.outcome(failure, waitingRun));
            } else if (failure != null) {
                Dropped.report(Failures.unwrapped(failure), context);
            } else {
                Undelivered.tell(value, context);
            }
        }
    }
}
