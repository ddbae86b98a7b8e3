package dev.weir.rsocket;

import dev.weir.Ending;
import dev.weir.One;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One run of a blocking route, which keeps what its request occupies until its thread has ended, whoever has left before. */
final class RouteCall<R extends @Nullable Object> {
    private enum State {
        NEW,
        RUNNING,
        LEFT, // nobody waits for it
        ENDED
    }

    private final Callable<? extends R> code;
    private final Occupancy occupancy;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

    private RouteCall(Callable<? extends R> code, Occupancy occupancy) {
        this.code = code;
        this.occupancy = occupancy;
    }

    static <R extends @Nullable Object> One<R> of(Callable<? extends R> code) {
        return One.deferContextual(context -> {
            Occupancy occupancy = context.get(Occupancy.KEY);
            return occupancy == null ? One.blocking(code) : new RouteCall<R>(code, occupancy).begin();
        });
    }

    private One<R> begin() {
        return One.<R>blocking(this::run).doFinally(ending -> {
            if (!state.compareAndSet(State.NEW, State.ENDED)
                    && ending == Ending.CANCELLED
                    && state.compareAndSet(State.RUNNING, State.LEFT)) {
                occupancy.isLeft();
            }
        });
    }

    private R run() throws Exception {
        if (!occupancy.enter()) {
            throw left();
        }
        try {
            if (!state.compareAndSet(State.NEW, State.RUNNING)) {
                throw left();
            }
            return call();
        } finally {
            occupancy.leave();
        }
    }

    private R call() throws Exception {
        try {
            return code.call();
        } finally {
            if (!state.compareAndSet(State.RUNNING, State.ENDED)) {
                occupancy.isLeftNoMore();
            }
        }
    }

    private static CancellationException left() {
        return new CancellationException("nobody waited for the route when its thread began");
    }
}
