package dev.weir.postgres.pipe;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.engine.Asker;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A job that has one value. */
final class Answer<T extends @Nullable Object> extends Job {
    private final Task<T> task;
    private final BiConsumer<@Nullable T, @Nullable Throwable> told;
    private @Nullable T value;

    private Answer(
            Loop loop,
            Context context,
            Place place,
            Task<T> task,
            boolean insists,
            BiConsumer<@Nullable T, @Nullable Throwable> told) {
        super(loop, context, place, insists);
        this.task = task;
        this.told = told;
    }

    /** What runs to its end, whoever waits for it; it is under way when this returns. */
    static <T extends @Nullable Object> CompletableFuture<T> uncancelled(
            Loop loop, Context context, Place place, Task<T> task) {
        CompletableFuture<T> future = new CompletableFuture<>();
        new Answer<>(loop, context, place, task, true, Asker.completing(future)).submit();
        return future;
    }

    static <T extends @Nullable Object> One<T> of(Loop loop, Supplier<? extends Place> places, Task<T> task) {
        return Asker.one((context, asker) -> {
            Answer<T> answer = new Answer<>(loop, context, places.get(), task, false, asker::tell);
            asker.whenGone(answer::cancel);
            answer.submit();
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
    void ended(@Nullable Throwable failure) {
        told.accept(value, failure);
    }
}
