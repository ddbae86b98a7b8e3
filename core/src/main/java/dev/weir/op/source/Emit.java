package dev.weir.op.source;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.Overflow;
import dev.weir.op.kernel.drain.Overflowing;
import dev.weir.op.kernel.race.SerialLoop;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Emits what callbacks give to an emitter. */
public final class Emit<T> extends Source<T> {
    private final Overflow overflow;
    private final Consumer<? super Emitter<T>> setup;

    public Emit(Overflow overflow, Consumer<? super Emitter<T>> setup) {
        this.overflow = Argument.given(overflow, "emitter: the overflow policy");
        this.setup = Site.note(Argument.given(setup, "emitter: the setup"));
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        Emitting<T> emitting = new Emitting<>(this, stage, root);
        emitting.onSubscribe(Upstream.NONE);
        try {
            setup.accept(emitting);
        } catch (Throwable failure) {
            emitting.fails(failure, setup);
        }
    }

    private static final class Emitting<T> extends Overflowing<T> implements Emitter<T>, Runnable {
        private final Slot end = new Slot();
        private final SerialLoop answers = new SerialLoop(this);
        private volatile @Nullable Runnable onRequest;
        private volatile boolean isShort; // fewer were told than all that are demanded

        Emitting(Emit<T> emit, Stage<? super T> downstream, Root root) {
            super(downstream, root, emit.overflow);
        }

        @Override
        public void next(T item) {
            onNext(Objects.requireNonNull(item, "next: the item is null"));
        }

        @Override
        public void error(Throwable failure) {
            fails(Objects.requireNonNull(failure, "error: the failure is null"), null);
        }

        void fails(Throwable failure, @Nullable Object function) {
            if (isDone()) {
                Dropped.report(failure, context());
            } else {
                onError(root().made(failure, function == null ? null : getClass(), function));
            }
            Failures.throwIfFatal(function == null ? null : failure); // which that has thrown
        }

        @Override
        public void complete() {
            onComplete();
        }

        @Override
        public long requested() {
            long more = outstanding();
            isShort = more != Long.MAX_VALUE && demand() == Long.MAX_VALUE;
            return isShort ? outstanding() : more; // what has left meanwhile did not see that it is short
        }

        @Override
        protected void emit() {
            super.emit();
            if (isShort && outstanding() == Long.MAX_VALUE) {
                answers.run();
            }
        }

        @Override
        public void onEnd(Cancellable action) {
            end.put(Objects.requireNonNull(action, "onEnd: the action is null"));
        }

        @Override
        protected void cancelOthers() {
            Dropped.reportThrown(end::cancel, context());
        }

        @Override
        public void onRequest(Runnable action) {
            onRequest = Objects.requireNonNull(action, "onRequest: the action is null");
            if (outstanding() > 0) {
                answers.run();
            }
        }

        @Override
        protected void counted(long before, long n) {
            super.counted(before, n);
            answers.run();
        }

        @Override
        protected void dropped() {
            super.dropped();
            if (demand() != Long.MAX_VALUE) { // else as many may be emitted as before
                answers.run();
            }
        }

        @Override
        public void run() {
            Runnable action = onRequest;
            if (action != null && !isCancelled()) {
                try {
                    Carried.run(context(), action);
                } catch (Throwable failure) {
                    fails(failure, action);
                }
            }
        }
    }
}
