package dev.weir.net.http.load;

import dev.weir.Context;
import org.jspecify.annotations.Nullable;

/** Tells who serves a request within a deadline whether that has passed: it is cancelled then, as if its client had left. */
public final class Overdue {
    public static final Context.Key<Overdue> KEY = Context.Key.of("overdue");

    private final @Nullable Overdue outer;
    private volatile boolean past;

    /**
     * Of one more deadline.
     *
     * @param outer of the deadline around it, null if there is none
     */
    public Overdue(@Nullable Overdue outer) {
        this.outer = outer;
    }

    public void pass() {
        past = true;
    }

    public boolean isPast() {
        return past || (outer != null && outer.isPast());
    }
}
