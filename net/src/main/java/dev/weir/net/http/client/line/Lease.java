package dev.weir.net.http.client.line;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Ending;
import dev.weir.One;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Holds the exchange that runs for a request, which may be the third after two redirects, until nobody wants it. */
public final class Lease {
    private enum Term {
        HELD,
        EXPIRED,
        ENDED
    }

    private final Clock clock;
    private final @Nullable Duration timeout;
    private final AtomicReference<@Nullable Exchange> current = new AtomicReference<>();
    private final @Nullable CompletableFuture<Duration> overdue;
    private volatile Term state = Term.HELD;
    private volatile @Nullable Cancellable timer;

    public Lease(Clock clock, @Nullable Duration timeout) {
        this.clock = clock;
        this.timeout = timeout;
        this.overdue = timeout == null ? null : new CompletableFuture<>();
    }

    /** From now on the time runs. */
    public void begin() {
        if (timeout != null) {
            timer = clock.schedule(() -> expire(timeout), timeout);
        }
    }

    /** Ends with the limit when the time is over; null if there is none. */
    public @Nullable One<Duration> overdue() {
        return overdue == null ? null : One.from(overdue::copy);
    }

    /** Takes the exchange in place of the one before, which is released; false if it need not begin. */
    public boolean use(Exchange next) {
        Exchange before = current.getAndSet(next);
        if (before != null) {
            before.cancel();
        }
        return settle(next);
    }

    /** Tells the exchange what has happened before it was here. */
    private boolean settle(Exchange next) {
        if (state == Term.EXPIRED && timeout != null) {
            next.refuse(next.late(timeout));
        } else if (state == Term.ENDED) {
            drop();
        }
        return state == Term.HELD;
    }

    private void expire(Duration limit) {
        state = state == Term.HELD ? Term.EXPIRED : state;
        Exchange exchange = current.get();
        if (exchange != null) {
            exchange.expire(limit);
        }
        if (overdue != null) {
            overdue.complete(limit); // for what else is waited for, as in a filter
        }
    }

    /** Gives up the exchange that runs; another one may follow. */
    public void drop() {
        Exchange exchange = current.get();
        if (exchange != null) {
            exchange.cancel();
        }
    }

    /** The response is somebody else's to read now, if there is one. */
    public void leave(Ending ending) {
        Exchange exchange = current.get();
        Cancellable running = timer;
        if (ending != Ending.COMPLETED || exchange == null) {
            end();
        } else if (running != null) {
            exchange.timer(running);
        }
    }

    /** Frees the connection. */
    public void end() {
        state = Term.ENDED;
        Cancellable running = timer;
        if (running != null) {
            running.cancel();
        }
        drop();
    }
}
