package dev.weir.net.http.load;

import dev.weir.Context;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A place that a request may take; it is given back when the request and all code that runs for it have left. */
public abstract class Occupied {
    /** Where requests have the place that was taken last, but for that in their server. */
    public static final Context.Key<Occupied> KEY = Context.Key.of("occupied");

    private static final AtomicIntegerFieldUpdater<Occupied> USERS =
            AtomicIntegerFieldUpdater.newUpdater(Occupied.class, "users");

    @SuppressWarnings("UnusedVariable") // read through its updater
    private volatile int users;

    /** The one that was taken before, if it is not that in the server. */
    public @Nullable Occupied before() {
        return null;
    }

    /** Gives it back. */
    protected abstract void free();

    /** Takes it, with the request in it. */
    protected final void occupy() {
        USERS.lazySet(this, 1);
    }

    /** False if it was not taken, or given back. */
    public final boolean enter() {
        return USERS.getAndUpdate(this, now -> now == 0 ? 0 : now + 1) > 0;
    }

    public final void leave() {
        if (USERS.decrementAndGet(this) == 0) {
            free();
        }
    }
}
