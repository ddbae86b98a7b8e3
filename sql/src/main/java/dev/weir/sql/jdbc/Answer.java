package dev.weir.sql.jdbc;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.One;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A work that has one value. */
final class Answer<T extends @Nullable Object> extends Work {
    private final Task<T> task;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private @Nullable T value;

    /** What it does; tells the work of each statement before that runs. */
    interface Task<T extends @Nullable Object> {
        T run(Connection connection, Work work) throws Exception;
    }

    private Answer(Context context, Place place, Task<T> task, boolean insists) {
        super(context, place, insists);
        this.task = task;
    }

    /** What runs to its end, whoever waits for it. */
    static <T extends @Nullable Object> One<T> uncancelled(Place place, Task<T> task) {
        return One.deferContextual(context -> new Answer<>(context, place, task, true).one());
    }

    /** How to find the place anew for each subscription. */
    interface Places {
        Place get();
    }

    static <T extends @Nullable Object> One<T> of(Places places, Task<T> task) {
        return One.deferContextual(context -> {
            Answer<T> answer = new Answer<>(context, places.get(), task, false);
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
    void use(Connection own) throws Exception {
        value = task.run(own, this);
    }

    @Override
    @SuppressWarnings("NullAway") // the value is what the task has returned
    void ended(@Nullable Throwable failure) {
        if (failure == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(failure);
        }
    }
}
