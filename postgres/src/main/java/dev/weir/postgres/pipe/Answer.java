package dev.weir.postgres.pipe;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.One;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A job that has one value. */
final class Answer<T extends @Nullable Object> extends Job {
    private final Task<T> task;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private @Nullable T value;

    private Answer(Loop loop, Context context, Place place, Task<T> task, boolean insists) {
        super(loop, context, place, insists);
        this.task = task;
    }

    /** What runs to its end, whoever waits for it. */
    static <T extends @Nullable Object> One<T> uncancelled(Loop loop, Place place, Task<T> task) {
        return One.deferContextual(context -> new Answer<>(loop, context, place, task, true).one());
    }

    static <T extends @Nullable Object> One<T> of(Loop loop, Supplier<? extends Place> places, Task<T> task) {
        return One.deferContextual(context -> {
            Answer<T> answer = new Answer<>(loop, context, places.get(), task, false);
            return answer.one().doFinally(ending -> {
                if (ending == Ending.CANCELLED) {
                    answer.cancel();
                }
            });
        });
    }

    private One<T> one() {
        return One.from(() -> {
            submit();
            return future;
        });
    }

    @Override
    void use(Line own) {
        task.run(own, (given, failure) -> {
            value = given;
            used(failure);
        });
    }

    @Override
    @SuppressWarnings("NullAway") // the value is what the task has given
    void ended(@Nullable Throwable failure) {
        if (failure == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(failure);
        }
    }
}
