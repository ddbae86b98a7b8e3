package dev.weir.net.http.load;

import dev.weir.Context;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A place that a request has taken; it is given back when the request and all code that runs for it have left. */
public final class Occupied {
    /** Where requests have the place that was taken last. */
    public static final Context.Key<Occupied> KEY = Context.Key.of("occupied");

    private final @Nullable Occupied before;
    private final Runnable free;
    private final AtomicInteger users = new AtomicInteger(1);

    /**
     * A place with the request in it.
     *
     * @param before the one that was taken before
     * @param free gives it back
     */
    public Occupied(@Nullable Occupied before, Runnable free) {
        this.before = before;
        this.free = free;
    }

    public @Nullable Occupied before() {
        return before;
    }

    /** False if it was given back. */
    public boolean enter() {
        return users.getAndUpdate(now -> now == 0 ? 0 : now + 1) > 0;
    }

    public void leave() {
        if (users.decrementAndGet() == 0) {
            free.run();
        }
    }
}
