package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.Clock;
import java.time.Duration;

/** Another clock, whose timers are known as long as they wait. */
final class WatchedClock implements Clock {
    private final Clock clock;
    private final Remains timers;

    WatchedClock(Clock clock, Remains timers) {
        this.clock = clock;
        this.timers = timers;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        Remains.Entry entry = timers.add("a timer of " + Times.rounded(delay));
        Runnable noted = () -> {
            entry.remove();
            task.run();
        };
        try {
            Cancellable timer = clock.schedule(noted, delay);
            return () -> {
                entry.remove();
                timer.cancel();
            };
        } catch (Throwable refused) {
            entry.remove();
            throw refused;
        }
    }
}
