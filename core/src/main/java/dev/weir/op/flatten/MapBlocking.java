package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Adapted;
import java.util.concurrent.Callable;

/** A call of a user's function, which may block. */
record MapBlocking<T, R>(Many.BlockingFunction<? super T, ? extends R> user, T item) implements Adapted, Callable<R> {
    @Override
    public R call() throws Exception {
        return Argument.due(user.apply(item), "mapBlocking: the function", "an item");
    }
}
