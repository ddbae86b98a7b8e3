package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Outcome;
import dev.weir.op.kernel.root.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
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

    /** The first value; a failure if there is none, or if failures count, too, and one comes first. */
    @SuppressWarnings("NullAway") // null only if its type is
    public static <T extends @Nullable Object> One<T> first(
            Iterable<? extends One<? extends T>> ones, boolean failuresCount) {
        Many<One<? extends T>> all = Many.from(ones);
        Function<One<? extends T>, Many<Outcome<T>>> outcome =
                one -> Settled.<T>valued(one).toMany();
        return (failuresCount
                        ? all.flatMap(Integer.MAX_VALUE, outcome)
                        : all.flatMapDelayingErrors(Integer.MAX_VALUE, outcome))
                .first()
                .orFail(() -> new NoSuchElementException((failuresCount ? "race" : "any") + ": there is no One"))
                .map(Outcome::value);
    }
}
