package dev.weir.op.source;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.Overflow;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Overflowing;
import dev.weir.op.kernel.SerialLoop;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Emits what callbacks give to an emitter. */
public final class Emit<T> extends Source<T> {
    private final Overflow overflow;
    private final Consumer<? super Emitter<T>> setup;

    public Emit(Overflow overflow, Consumer<? super Emitter<T>> setup) {
        this.overflow = Objects.requireNonNull(overflow, "overflow");
        this.setup = Objects.requireNonNull(setup, "setup");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        Emitting<T> emitting = new Emitting<>(this, stage);
        emitting.onSubscribe(Upstream.NONE);
        try {
            setup.accept(emitting);
        } catch (Throwable failure) {
            emitting.onError(failure);
        }
    }

    private static final class Emitting<T> extends Overflowing<T> implements Emitter<T>, Runnable {
        private final Slot end = new Slot();
        private final SerialLoop answers = new SerialLoop(this);
        private volatile @Nullable Runnable onRequest;

        Emitting(Emit<T> emit, Stage<? super T> downstream) {
            super(downstream, emit.overflow);
        }

        @Override
        public void next(T item) {
            onNext(Objects.requireNonNull(item, "next: the item is null"));
        }

        @Override
        public void error(Throwable failure) {
            Objects.requireNonNull(failure, "error: the failure is null");
            if (isDone()) {
                Dropped.report(failure, context());
            } else {
                onError(failure);
            }
        }

        @Override
        public void complete() {
            onComplete();
        }

        @Override
        public long requested() {
            return outstanding();
        }

        @Override
        public void onEnd(Cancellable action) {
            end.put(Objects.requireNonNull(action, "action"));
        }

        @Override
        protected void cancelOthers() {
            try {
                end.cancel();
            } catch (Throwable failure) {
                Dropped.report(failure, context());
            }
        }

        @Override
        public void onRequest(Runnable action) {
            onRequest = Objects.requireNonNull(action, "action");
            if (outstanding() > 0) {
                answers.run();
            }
        }

        @Override
        public void request(long n) {
            super.request(n);
            if (onRequest != null) {
                answers.run();
            }
        }

        @Override
        public void run() {
            Runnable action = onRequest;
            if (action != null && !isCancelled()) {
                try {
                    action.run();
                } catch (Throwable failure) {
                    error(failure);
                }
            }
        }
    }
}
