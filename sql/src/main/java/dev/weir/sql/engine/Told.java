package dev.weir.sql.engine;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Is told once how something ended: the value, or the failure if there is one. */
public interface Told<T extends @Nullable Object> {
    void accept(@Nullable T value, @Nullable Throwable failure);

    /** Completes a future. */
    @SuppressWarnings("NullAway") // the value is what was asked for
    static <T extends @Nullable Object> Told<T> to(CompletableFuture<T> future) {
        return (value, failure) -> {
            if (failure == null) {
                future.complete(value);
            } else {
                future.completeExceptionally(failure);
            }
        };
    }
}
