package dev.weir.op.one;

import dev.weir.One;
import dev.weir.Outcome;
import dev.weir.op.kernel.root.Argument;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several Ones, and what they ended with. */
public final class Settled {
    private Settled() {}

    /** What each of them ended with. */
    public static <T extends @Nullable Object> One<List<Outcome<T>>> all(Iterable<? extends One<? extends T>> ones) {
        Argument.given(ones, "allSettled: the Ones");
        return One.defer(() -> {
            List<One<Outcome<T>>> all = new ArrayList<>();
            ones.forEach(one -> all.add(Argument.given(one, "allSettled: a One")
                    .map(item -> new Outcome<T>(item, null))
                    .onErrorReturn(error -> new Outcome<>(null, error))));
            return One.all(all);
        });
    }
}
