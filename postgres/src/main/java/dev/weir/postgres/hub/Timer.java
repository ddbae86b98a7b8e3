package dev.weir.postgres.hub;

import dev.weir.Cancellable;
import dev.weir.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Runs one thing later: what it was set to last. On the thread of the hub only. */
final class Timer {
    private final Clock clock;
    private final Executor thread;
    private @Nullable Cancellable running;

    Timer(Clock clock, Executor thread) {
        this.clock = clock;
        this.thread = thread;
    }

    /** In place of what it was set to before, which is nothing any more if it comes late. */
    void set(Duration delay, Runnable action) {
        stop();
        Cancellable[] mine = new Cancellable[1];
        mine[0] = clock.schedule(
                () -> thread.execute(() -> {
                    if (running == mine[0]) {
                        running = null;
                        action.run();
                    }
                }),
                delay);
        running = mine[0];
    }

    boolean isSet() {
        return running != null;
    }

    void stop() {
        Cancellable before = running;
        running = null;
        if (before != null) {
            before.cancel();
        }
    }
}
