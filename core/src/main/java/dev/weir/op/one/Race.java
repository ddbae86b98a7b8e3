package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Several;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The first outcome of several Ones, or the first value. */
public final class Race<T extends @Nullable Object> extends Several<T> {
    private final boolean failuresCount;

    public Race(String name, Iterable<? extends One<? extends T>> ones, boolean failuresCount) {
        super(name, ones, Integer.MAX_VALUE);
        this.failuresCount = failuresCount;
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        return new Racing();
    }

    private final class Racing extends Running {
        private final Renewable<Throwable> failed = new Renewable<>(); // the first that has not won, with the others

        @Override
        protected boolean decides(@Nullable Object outcome) {
            if (!(outcome instanceof Failure failure) || failuresCount || Failures.isFatal(failure.error())) {
                return true;
            }
            Throwable own = failure.noted();
            Throwable held = failed.compareAndExchange(null, own);
            Dropped.reportQuietly(held == null || held == own || Failures.suppress(held, own) ? null : own, context());
            return false;
        }

        @Override
        protected Failure result() {
            Throwable first = failed.getAndSet(null);
            return first == null
                    ? failed(new NoSuchElementException(name + ": there is no One"), null, run())
                    : new Failure(first, null);
        }

        @Override
        protected void drop() {
            Dropped.reportQuietly(failed.getAndSet(null), context());
        }
    }
}
