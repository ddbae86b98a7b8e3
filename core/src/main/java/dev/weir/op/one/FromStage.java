package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Started;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The outcome of a stage. */
public final class FromStage<T extends @Nullable Object> extends Step<T> {
    private final Supplier<? extends CompletionStage<? extends T>> supplier;
    private final boolean isShared;

    /**
     * @param isShared see {@link #shared}
     */
    public FromStage(Supplier<? extends CompletionStage<? extends T>> supplier, boolean isShared) {
        this.supplier = Site.note(Argument.function(supplier, FromStage.class));
        this.isShared = isShared;
    }

    /** The outcome of a stage that is others', too, which is told of one subscriber, however many there are. */
    public static <T extends @Nullable Object> One<T> shared(CompletionStage<? extends T> stage) {
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
        CompletionStage<? extends T> stage;
        try {
            stage = Argument.due(supplier.get(), "from: the supplier", "a stage");
        } catch (Throwable failure) {
            return failed(failure, supplier, run);
        }
        return hasSucceeded(stage)
                ? stage.toCompletableFuture().resultNow()
                : new Started(
                        (pending, _) -> await(stage, pending, run),
                        seen -> land(stage, () -> late -> Run.discard(late, seen)));
    }

    private void await(CompletionStage<? extends T> stage, Pending pending, Run run) {
        Renewable<Consumer<@Nullable Object>> landing = new Renewable<>();
        landing.set(ended -> pending.accept(ended instanceof Failure failed ? told(failed, run) : ended));
        Context seen = pending.context();
        pending.onCancel(() -> landing.set(late -> Run.discard(late, seen)));
        land(stage, () -> landing.get());
    }

    private Failure told(Failure failed, Run run) {
        return isShared ? new Failure(Failures.shared(failed.error()), null) : failed(failed.error(), supplier, run);
    }

    /** What the stage holds on to is after a cancellation no more than the context, however long the stage lives. */
    private static void land(CompletionStage<?> from, Supplier<@Nullable Consumer<@Nullable Object>> landing) {
        from.whenComplete((value, failure) -> Objects.requireNonNull(landing.get())
                .accept(failure == null ? value : new Failure(Failures.unwrapped(failure), null)));
    }
}
