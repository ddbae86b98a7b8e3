package dev.weir.op.one;

import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.run.Behind;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.SharedRun;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One run for all, whose value is kept for some time. */
public final class CacheFor<T extends @Nullable Object> extends Behind<T, T> {
    private final long nanos;
    private final Renewable<Kept> current = new Renewable<>();

    public CacheFor(One<T> source, Duration time) {
        super(source, 1);
        this.nanos = SystemClock.nanos(Argument.positive(time, "cache: the time"));
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        return current.renewed(Kept::isOver, () -> new Kept(run.context().clock()))
                .poll();
    }

    private final class Kept extends SharedRun {
        private final Clock clock; // of who asked first: others may have another one, and so may the source
        private long until; // before `known`
        private volatile boolean known;

        Kept(Clock clock) {
            super(source, false);
            this.clock = clock;
        }

        boolean isOver() {
            return known && clock.nanoTime() - until >= 0;
        }

        @Override
        protected void kept(@Nullable Object outcome, Context context) {
            until = clock.nanoTime() + (outcome instanceof Failure ? 0 : nanos);
            known = true;
        }
    }
}
