package dev.weir.postgres.pipe;

import dev.weir.Context;
import dev.weir.sql.SqlException;
import dev.weir.sql.engine.Turns;
import java.nio.channels.ClosedChannelException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription does with a connection that it has for itself. But for how it comes and how it is cancelled, all of it
 * happens on the loop.
 */
abstract class Job implements Turns.Turn {
    private final Loop loop;
    private final Context context;
    private final Place place;
    private final boolean insists;
    private volatile boolean cancelled; // nobody waits for it
    private volatile boolean ending; // it is to stop
    private @Nullable Line line;
    private long first; // of all that it asks of that: before it there may be a begin, which must not be hit
    private boolean over;
    private boolean stopping;

    /**
     * Makes one.
     *
     * @param insists whether it runs to its end, whatever happens: it gives back what others need
     */
    Job(Loop loop, Context context, Place place, boolean insists) {
        this.loop = loop;
        this.context = context;
        this.place = place;
        this.insists = insists;
    }

    final Loop loop() {
        return loop;
    }

    final Context context() {
        return context;
    }

    /** Whether it is to stop. */
    final boolean isStopped() {
        return ending;
    }

    final boolean isOver() {
        return over;
    }

    @Override
    public final boolean isEnding() {
        return insists || ending;
    }

    /** Asks its place for the connection. */
    final void submit() {
        place.enter(this);
    }

    @Override
    public final void start() {
        if (!loop.tryExecute(() -> place.take(this, this::taken))) {
            used(PipelinedEngine.hasClosed());
        }
    }

    private void taken(@Nullable Line taken, @Nullable Throwable failure) {
        line = taken;
        if (taken == null || ending) {
            used(failure);
            return;
        }
        taken.usedBy(this::lost);
        first = taken.next();
        try {
            use(taken);
        } catch (Throwable thrown) {
            used(thrown);
        }
    }

    /** The connection has ended; what is under way there will say so itself. */
    private void lost() {
        if (isWaiting()) {
            used(new ClosedChannelException());
        }
    }

    /** It is done with the connection. */
    final void used(@Nullable Throwable failure) {
        if (over) {
            return;
        }
        over = true;
        Consumer<@Nullable Throwable> then = ending && !cancelled ? why -> tell(Turns.stopped(this, why)) : this::tell;
        letGo();
        Line taken = line;
        if (taken == null) {
            place.giveBack(this, null, failure, then);
        } else {
            taken.usedBy(null);
            taken.whenQuiet(() -> place.giveBack(this, taken, failure, then)); // what comes next must not be hit
        }
    }

    private void tell(@Nullable Throwable failure) {
        if (!cancelled) {
            ended(failure);
        }
    }

    /** Nobody waits for it any more. */
    final void cancel() {
        cancelled = true;
        ending = true;
        place.withdraw(this);
        stop();
    }

    @Override
    public final void stop() {
        if (!insists) {
            ending = true;
            boolean _ = loop.tryExecute(this::stopHere);
        }
    }

    private void stopHere() {
        Line taken = line;
        if (taken == null || over || stopping) {
            return;
        }
        stopping = true;
        if (isWaiting()) {
            used(null);
        } else {
            new Stopping(loop, taken, () -> taken.now() >= first, () -> over).begin();
        }
    }

    @Override
    public final void refuse(SqlException why) {
        tell(why);
    }

    /** Does it, and says when it has {@link #used} the connection. */
    abstract void use(Line own);

    /** Whether it waits for something else than the server. */
    boolean isWaiting() {
        return false;
    }

    /** It will not use the connection any more. */
    void letGo() {}

    /** Is told how it ended, when the connection has been given back, unless it was cancelled. */
    abstract void ended(@Nullable Throwable failure);

    /** The query. */
    @Override
    public final String toString() {
        return place.toString();
    }
}
