package dev.weir.net.http.client.line;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Ending;
import java.time.Duration;
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
    private volatile Term state = Term.HELD;
    private volatile @Nullable Cancellable timer;

    public Lease(Clock clock, @Nullable Duration timeout) {
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Takes the exchange in place of the one before, which is released; false if it need not begin. */
    public boolean use(Exchange next) {
        Exchange before = current.getAndSet(next);
        if (before != null) {
            before.cancel();
        }
        Duration limit = timeout;
        if (limit != null && timer == null) {
            timer = clock.schedule(this::expire, limit);
        }
        return settle(next);
    }

    /** Tells the exchange what has happened before it was here. */
    private boolean settle(Exchange next) {
        if (state == Term.EXPIRED && timeout != null) {
            next.refuse(next.late(timeout));
        } else if (state == Term.ENDED) {
            end(); // with the timer, which may have been set just now
        }
        return state == Term.HELD;
    }

    private void expire() {
        state = state == Term.HELD ? Term.EXPIRED : state;
        Exchange exchange = current.get();
        if (exchange != null && timeout != null) {
            exchange.expire(timeout);
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
        if (ending != Ending.COMPLETED) {
            end();
        } else if (exchange != null && running != null) {
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
