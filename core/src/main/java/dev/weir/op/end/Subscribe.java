package dev.weir.op.end;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Tailor;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lambdas as the subscriber. */
public final class Subscribe<T> {
    private final Many<T> source;
    private final Consumer<? super T> onNext;
    private final @Nullable Consumer<? super Throwable> onError;
    private final Runnable onComplete;

    private Subscribe(
            Many<T> source,
            Consumer<? super T> onNext,
            @Nullable Consumer<? super Throwable> onError,
            Runnable onComplete) {
        this.source = source;
        this.onNext = Objects.requireNonNull(onNext, "onNext");
        this.onError = onError;
        this.onComplete = Objects.requireNonNull(onComplete, "onComplete");
    }

    /**
     * Subscribes the lambdas.
     *
     * @param onError null drops failures with a warning
     */
    public static <T> Cancellable start(
            Many<T> source,
            Consumer<? super T> onNext,
            @Nullable Consumer<? super Throwable> onError,
            Runnable onComplete) {
        Subscribe<T> subscribe = new Subscribe<>(source, onNext, onError, onComplete);
        Slot slot = new Slot();
        Source.connect(source, Tailor.make(Subscribe.class, onNext, subscribe, slot, Calling::new));
        return slot;
    }

    private static final class Calling<T> extends Stage<T> {
        private final Many<T> source;
        private final Consumer<? super T> onNext;
        private final @Nullable Consumer<? super Throwable> onError;
        private final Runnable onComplete;
        private final Slot slot;

        Calling(Subscribe<T> subscribe, Slot slot) {
            super(Context.empty());
            this.source = subscribe.source;
            this.onNext = subscribe.onNext;
            this.onError = subscribe.onError;
            this.onComplete = subscribe.onComplete;
            this.slot = slot;
        }

        @Override
        public void onSubscribe(Upstream upstream) {
            if (slot.put(upstream)) {
                upstream.request(Long.MAX_VALUE);
            }
        }

        @Override
        public boolean onNext(T item) {
            try {
                onNext.accept(item);
            } catch (Throwable failure) {
                slot.cancel();
                onError(failure);
            }
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            slot.put(null); // whoever keeps the handle need not keep the stream
            if (onError == null) {
                drop(failure);
                return;
            }
            try {
                onError.accept(failure);
            } catch (Throwable thrown) {
                drop(new Failure(failure).replacedBy(thrown).error());
            }
        }

        @Override
        public void onComplete() {
            slot.put(null);
            try {
                onComplete.run();
            } catch (Throwable failure) {
                drop(failure);
            }
        }

        private void drop(Throwable failure) {
            Dropped.report(failure, context().withName(Source.pipeline(source)));
        }
    }
}
