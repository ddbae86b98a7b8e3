package dev.weir.op.one;

import dev.weir.Clock;
import dev.weir.One;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One run for all, whose value is kept for some time. */
public final class CacheFor<T extends @Nullable Object> extends Step<T> {
    private final One<T> source;
    private final long nanos;
    private final Renewable<Kept> current = new Renewable<>();

    public CacheFor(One<T> source, Duration time) {
        this.source = source;
        this.nanos = SystemClock.nanos(Argument.positive(time, "cache: the time"));
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Clock clock = run.context().clock();
        Kept kept = current.renewed(before -> before.isOver(clock.nanoTime()), Kept::new);
        return continueWith(kept.cached, run, depth);
    }

    private final class Kept {
        private final One<T> cached = One.deferContextual(context -> source.doOnValue(
                                value -> keep(context.clock().nanoTime() + nanos))
                        .doOnError(failure -> keep(context.clock().nanoTime())))
                .cache();
        private long until; // before `known`
        private volatile boolean known;

        private void keep(long newUntil) {
            until = newUntil;
            known = true;
        }

        boolean isOver(long now) {
            return known && now - until >= 0;
        }
    }
}
