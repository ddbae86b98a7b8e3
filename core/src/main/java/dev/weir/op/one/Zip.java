package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Adapted;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a function makes of the values of several Ones, all of which run at once. */
public final class Zip {
    private Zip() {}

    /**
     * All of them, and the function behind them.
     *
     * @param user what the user gave, which the combiner calls
     */
    public static <R extends @Nullable Object> One<R> of(
            Object user, Function<List<?>, ? extends R> combiner, One<?>... ones) {
        Arrays.asList(ones).forEach(one -> Argument.given(one, "zip: a One"));
        Function<List<?>, ? extends R> adapted =
                combiner instanceof Adapted ? combiner : Adapted.of(user, "zip: the function", combiner::apply);
        return new Map<>(new All<@Nullable Object>(List.of(ones), ones.length), adapted);
    }
}
