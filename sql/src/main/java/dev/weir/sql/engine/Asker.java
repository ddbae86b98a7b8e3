package dev.weir.sql.engine;

import dev.weir.Context;
import dev.weir.Emitter;
import dev.weir.One;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Whoever has asked for one value, and is told once how that ended. */
public final class Asker<T extends @Nullable Object> {
    private final Emitter<Object> emitter;
    private volatile boolean isTold;

    private Asker(Emitter<Object> emitter) {
        this.emitter = emitter;
    }

    /**
     * Begins it for each subscriber, who is given what the asker is told. Behind {@link #whenGone} it is known as cancelled to
     * whoever comes next, also if another thread is about to begin it.
     */
    @SuppressWarnings("unchecked") // nothing else is told
    public static <T extends @Nullable Object> One<T> one(BiConsumer<Context, Asker<T>> begin) {
        return One.deferContextual(
                context -> (One<T>) One.<Object>emitter(emitter -> begin.accept(context, new Asker<>(emitter))));
    }

    /** Sets what happens if he does not wait any more. */
    public void whenGone(Runnable action) {
        emitter.onEnd(() -> {
            if (!isTold) {
                action.run();
            }
        });
    }

    /** For what goes on, whoever waits. */
    @SuppressWarnings("NullAway") // the value is what was asked for
    public static <T extends @Nullable Object> BiConsumer<@Nullable T, @Nullable Throwable> completing(
            CompletableFuture<T> future) {
        return (value, failure) -> {
            if (failure == null) {
                future.complete(value);
            } else {
                future.completeExceptionally(failure);
            }
        };
    }

    /** Tells him the value, or the failure if there is one, if he still waits. */
    public void tell(@Nullable T value, @Nullable Throwable failure) {
        isTold = true;
        if (emitter.requested() == 0) {
            return;
        }
        if (failure != null) {
            emitter.error(failure);
        } else if (value == null) {
            emitter.complete();
        } else {
            emitter.next(value);
        }
    }
}
