package dev.weir.op.kernel.race;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The one thing of its kind that is in use, replaced by a new one when it is over. */
public final class Renewable<V> extends AtomicReference<@Nullable V> {
    private static final long serialVersionUID = 1;

    /** The one in use: a new one, if that is over or there is none. */
    public V renewed(Predicate<? super V> isOver, Supplier<? extends V> make) {
        V now = get();
        while (now == null || isOver.test(now)) {
            V made = make.get();
            now = compareAndSet(now, made) ? made : get();
        }
        return now;
    }
}
