package dev.weir.op.one;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.race.SerialLoop;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What callbacks give to an emitter. */
public final class Emit<T> extends Step<@Nullable T> {
    private final Consumer<? super Emitter<T>> setup;

    public Emit(Consumer<? super Emitter<T>> setup) {
        this.setup = Site.note(Argument.given(setup, "emitter: the setup"));
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Emitting();
    }

    private final class Emitting extends Pending implements Emitter<T> {
        private final Renewable<SerialLoop> answers = new Renewable<>(); // most never need it
        private volatile @Nullable Runnable onRequest;

        @Override
        protected void start(Run starting) {
            try {
                setup.accept(this);
            } catch (Throwable failure) {
                conclude(failed(failure, setup, starting));
            }
        }

        @Override
        public void next(T item) {
            conclude(Objects.requireNonNull(item, "next: the item is null"));
        }

        @Override
        public void error(Throwable failure) {
            Objects.requireNonNull(failure, "error: the failure is null");
            conclude(new Failure(failure, Origin.of(failure, null, null, context())));
        }

        @Override
        public void complete() {
            conclude(null);
        }

        @Override
        public long requested() {
            return isCancelled() ? 0 : 1;
        }

        @Override
        public void onEnd(Cancellable action) {
            onCancel(Objects.requireNonNull(action, "onEnd: the action is null"));
        }

        @Override
        public void onRequest(Runnable action) {
            onRequest = Objects.requireNonNull(action, "onRequest: the action is null");
            answers.renewed(made -> false, () -> new SerialLoop(this::answer)).run();
        }

        private void answer() {
            Runnable action = onRequest;
            if (action != null && !isCancelled()) {
                try {
                    Carried.run(context(), action);
                } catch (Throwable failure) {
                    conclude(failed(failure, action, run()));
                }
            }
        }
    }
}
