package dev.weir.sql.jdbc;

import dev.weir.Context;
import dev.weir.sql.SqlException;
import dev.weir.sql.engine.Threads;
import dev.weir.sql.engine.Turns;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription does with a connection, on a thread of its own.
 *
 * <p>Whoever waits for it is told how it ended, whatever has happened, unless he has cancelled it: also if it was stopped,
 * since its transaction ends.
 *
 * <p>A cancellation asks the database to stop the statement, from another thread: an interrupt would close the connection
 * and leave the statement running. A statement that is asked before it has begun may not notice, so it is asked until it
 * has ended; if that takes too long, the connection is closed under it: by a thread of its own, as asking may hang as well. The
 * thread that works waits until nobody asks any more, so no later statement of the connection is hit; when that is closed, there
 * is none.
 */
abstract class Work implements Turns.Turn {
    private static final long FIRST_PAUSE_MS = 1;
    private static final long LONGEST_PAUSE_MS = 1_000;
    private static final long PATIENCE_MS = 10_000;

    private final Context context;
    private final Place place;
    private final boolean insists;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean cancelled; // nobody waits for it
    private volatile boolean ending; // it is to stop
    private boolean stopping; // somebody sees to that
    private @Nullable Statement statement;
    private @Nullable Connection connection;
    private int others; // threads that do something with one of these two
    private boolean broken; // the connection, on purpose

    /**
     * Makes one.
     *
     * @param insists whether it runs to its end, whatever happens: it gives back what others need
     */
    Work(Context context, Place place, boolean insists) {
        this.context = context;
        this.place = place;
        this.insists = insists;
    }

    final Context context() {
        return context;
    }

    /** Whether it is to stop. */
    final boolean isStopped() {
        return ending;
    }

    @Override
    public final boolean isEnding() {
        return insists || ending;
    }

    /** Asks its place for the connection. */
    final void submit() {
        place.enter(this);
    }

    /** Begins: the place is its own now. */
    @Override
    public final void start() {
        if (insists) {
            Threads.startSurely(place.threads(), context, this::run);
        } else {
            Threads.start(place.threads(), context, this::run);
        }
    }

    private void run() {
        Throwable outcome = givenBack();
        if (!cancelled) {
            ended(outcome);
        }
    }

    /** How it has ended, with its place free again. */
    private @Nullable Throwable givenBack() {
        Throwable failure = null;
        Connection taken = null;
        try {
            taken = place.take(this);
            if (hold(taken)) {
                use(taken);
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        boolean wasStopped = letGo();
        try {
            failure = place.giveBack(this, taken, failure);
        } catch (Throwable thrown) {
            failure = failure == null ? thrown : failure;
        }
        return wasStopped ? Turns.stopped(this, failure) : failure;
    }

    private boolean hold(Connection taken) {
        lock.lock();
        try {
            connection = taken;
            return !ending;
        } finally {
            lock.unlock();
        }
    }

    /** Gives whether it was to stop before it had ended, though somebody waits for it. */
    private boolean letGo() {
        lock.lock();
        try {
            statement = null;
            while (others > 0 && !broken) {
                released.awaitUninterruptibly();
            }
            connection = null;
            return ending && !cancelled;
        } finally {
            lock.unlock();
            over.countDown();
        }
    }

    /** Makes a statement the one that a cancellation stops. */
    final void running(Statement newStatement) {
        lock.lock();
        try {
            if (ending) {
                throw new CancellationException("this statement is to stop");
            }
            statement = newStatement;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits for it any more. */
    final void cancel() {
        cancelled = true;
        ending = true;
        place.withdraw(this);
        stop();
    }

    /** Makes it stop; its place is given back when it has. */
    @Override
    public void stop() {
        if (insists) {
            return;
        }
        ending = true;
        if (isFirstToStop()) {
            Threads.startSurely(place.threads(), context, this::untilOver);
        }
    }

    private boolean isFirstToStop() {
        lock.lock();
        try {
            boolean first = connection != null && !stopping;
            stopping |= first;
            return first;
        } finally {
            lock.unlock();
        }
    }

    private void untilOver() {
        Threads.startSurely(place.threads(), context, this::breakOffInTime);
        try {
            long pause = FIRST_PAUSE_MS;
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
            while (System.nanoTime() - deadline < 0 && !over.await(pause, TimeUnit.MILLISECONDS)) {
                askToStop();
                pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void askToStop() {
        Statement running = borrow(() -> statement);
        if (running == null) {
            return;
        }
        try {
            Stopping.stop(running);
        } catch (Exception e) {
            // asked again, or given up
        } finally {
            release(false);
        }
    }

    private void breakOffInTime() {
        try {
            if (!over.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                breakOff();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void breakOff() {
        Connection hanging = borrow(() -> connection);
        if (hanging == null) {
            return;
        }
        boolean done = false;
        try {
            hanging.abort(Runnable::run);
            done = true;
        } catch (Exception e) {
            // it ends by itself
        } finally {
            release(done);
        }
    }

    /** Gives what the work has, if it still has it; it waits for {@link #release} then. */
    private <T> @Nullable T borrow(Supplier<@Nullable T> what) {
        lock.lock();
        try {
            T borrowed = what.get();
            others += borrowed == null ? 0 : 1;
            return borrowed;
        } finally {
            lock.unlock();
        }
    }

    private void release(boolean nowBroken) {
        lock.lock();
        try {
            others--;
            broken |= nowBroken;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** It can't start. */
    @Override
    public final void refuse(SqlException why) {
        if (!cancelled) {
            ended(why);
        }
    }

    /** Does it; on the thread of this work. */
    abstract void use(Connection own) throws Exception;

    /** Is told how it ended, when the connection has been given back, unless it was cancelled. */
    abstract void ended(@Nullable Throwable failure);

    /** The query. */
    @Override
    public final String toString() {
        return place.toString();
    }
}
