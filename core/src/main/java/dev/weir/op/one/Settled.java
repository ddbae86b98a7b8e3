package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Outcome;
import dev.weir.op.kernel.root.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Several Ones, and what they ended with. */
public final class Settled {
    private Settled() {}

    private static <T extends @Nullable Object> One<Outcome<T>> valued(One<? extends T> one) {
        return one.map(value -> new Outcome<T>(value, null));
    }

    /** What each of them ended with. */
    public static <T extends @Nullable Object> One<List<Outcome<T>>> all(Iterable<? extends One<? extends T>> ones) {
        Argument.given(ones, "allSettled: the Ones");
        return One.defer(() -> {
            List<One<Outcome<T>>> settled = new ArrayList<>();
            for (One<? extends T> one : ones) {
                settled.add(Settled.<T>valued(one).onErrorReturn(failure -> new Outcome<>(null, failure)));
            }
            return One.all(settled);
        });
    }

    @SuppressWarnings("NullAway") // null only if its type is
    private static <T extends @Nullable Object> T value(@Nullable Outcome<T> outcome) {
        return outcome.value();
    }

    /** The first value; a failure if there is none. */
    public static <T extends @Nullable Object> One<T> any(Iterable<? extends One<? extends T>> ones) {
        return Many.<One<? extends T>>from(ones)
                .flatMapDelayingErrors(
                        Integer.MAX_VALUE, one -> Settled.<T>valued(one).toMany())
                .first()
                .orFail(() -> new NoSuchElementException("any: there is no One"))
                .map(Settled::value);
    }

    /** The first value or failure. */
    public static <T extends @Nullable Object> One<T> race(Iterable<? extends One<? extends T>> ones) {
        return Many.<One<? extends T>>from(ones)
                .flatMap(Integer.MAX_VALUE, one -> Settled.<T>valued(one).toMany())
                .first()
                .orFail(() -> new NoSuchElementException("race: there is no One"))
                .map(Settled::value);
    }
}
