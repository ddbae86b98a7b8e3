package dev.weir.postgres.pipe;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.engine.Asker;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A job that has one value. */
final class Answer<T extends @Nullable Object> extends Job {
    private final Task<T> task;
    private final Asker<T> asker;
    private @Nullable T value;

    private Answer(Loop loop, Context context, Place place, Task<T> task, boolean insists, Asker<T> asker) {
        super(loop, context, place, insists);
        this.task = task;
        this.asker = asker;
    }

    /** What runs to its end, whoever waits for it. */
    static <T extends @Nullable Object> One<T> uncancelled(Loop loop, Place place, Task<T> task) {
        return Asker.one((context, asker) -> new Answer<>(loop, context, place, task, true, asker).submit());
    }

    static <T extends @Nullable Object> One<T> of(Loop loop, Supplier<? extends Place> places, Task<T> task) {
        return Asker.one((context, asker) -> {
            Answer<T> answer = new Answer<>(loop, context, places.get(), task, false, asker);
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
        asker.tell(value, failure);
    }
}
