package dev.weir.sql.jdbc;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.engine.Asker;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A work that has one value. */
final class Answer<T extends @Nullable Object> extends Work {
    private final Task<T> task;
    private final BiConsumer<@Nullable T, @Nullable Throwable> told;
    private @Nullable T value;

    /** What it does; tells the work of each statement before that runs. */
    interface Task<T extends @Nullable Object> {
        T run(Connection connection, Work work) throws Exception;
    }

    private Answer(
            Context context,
            Place place,
            Task<T> task,
            boolean insists,
            BiConsumer<@Nullable T, @Nullable Throwable> told) {
        super(context, place, insists);
        this.task = task;
        this.told = told;
    }

    /** What runs to its end, whoever waits for it; it is under way when this returns. */
    static <T extends @Nullable Object> CompletableFuture<T> uncancelled(Context context, Place place, Task<T> task) {
        CompletableFuture<T> future = new CompletableFuture<>();
        new Answer<>(context, place, task, true, Asker.completing(future)).submit();
        return future;
    }

    /** How to find the place anew for each subscription. */
    interface Places {
        Place get();
    }

    static <T extends @Nullable Object> One<T> of(Places places, Task<T> task) {
        return Asker.one((context, asker) -> {
            Answer<T> answer = new Answer<>(context, places.get(), task, false, asker::tell);
            asker.whenGone(answer::cancel);
            answer.submit();
        });
    }

    @Override
    void use(Connection own) throws Exception {
        value = task.run(own, this);
    }

    @Override
    void ended(@Nullable Throwable failure) {
        told.accept(value, failure);
    }
}
