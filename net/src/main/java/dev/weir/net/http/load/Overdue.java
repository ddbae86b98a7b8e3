package dev.weir.net.http.load;

import dev.weir.Context;

/** Tells who serves a request within a deadline whether that has passed: it is cancelled then, as if its client had left. */
public final class Overdue {
    public static final Context.Key<Overdue> KEY = Context.Key.of("overdue");

    private volatile boolean past;

    public void pass() {
        past = true;
    }

    public boolean isPast() {
        return past;
    }
}
