package dev.weir.sql.engine;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.sql.Load;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many in at a time. The others wait in a line, and are let in in the order in which they came: pools of connections
 * give theirs to whoever asks at the right moment, so that some callers get thousands and others none.
 *
 * <p>A permit is waiting, in, or gone. It goes from one to the next under the lock and never back, so that whoever is let in,
 * whoever leaves and whoever is too late agree on it, and no permit is lost or counted twice. Nobody is told anything under
 * the lock. Who can't begin when it is let in, such as for want of a thread, is told so and gives its place to the next:
 * whoever has left or asked hears nothing of it.
 */
public final class Gate {
    private final int permits;
    private final int mostWaiting;
    private final Duration longestWait;
    private final UnaryOperator<SqlException> told;

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Permit> line = new LinkedHashSet<>();
    private int free;
    private long refused;

    public Gate(int permits, int mostWaiting, Duration longestWait) {
        this(permits, mostWaiting, longestWait, UnaryOperator.identity());
    }

    /** As above; who is refused is told what is made of {@code OVERLOADED}, such as that there are no connections at all. */
    public Gate(int permits, int mostWaiting, Duration longestWait, UnaryOperator<SqlException> told) {
        this.permits = permits;
        this.mostWaiting = mostWaiting;
        this.longestWait = longestWait;
        this.told = told;
        this.free = permits;
    }

    /**
     * A permit that has not asked to be let in yet.
     *
     * @param query for what
     * @param letIn is told once, by whoever leaves, and must be quick; what it throws says why it can't begin
     * @param refused is told why not: {@code OVERLOADED}, or what is made of that
     */
    public Permit permit(String query, Runnable letIn, Consumer<SqlException> refused) {
        return new Permit(query, letIn, refused);
    }

    public Load load() {
        lock.lock();
        try {
            return new Load(permits, permits - free, line.size(), refused);
        } finally {
            lock.unlock();
        }
    }

    private enum State {
        NEW,
        WAITING,
        IN,
        GONE
    }

    /** One that wants in. */
    public final class Permit {
        private final String query;
        private final Runnable letIn;
        private final Consumer<SqlException> refusal;
        private State state = State.NEW;
        private @Nullable Cancellable timer;

        private Permit(String query, Runnable letIn, Consumer<SqlException> refusal) {
            this.query = query;
            this.letIn = letIn;
            this.refusal = refusal;
        }

        /** Asks to be let in; the clock says when it has waited too long. */
        public void enter(Clock clock) {
            State now = arrive();
            if (now == State.IN) {
                begin(this);
            } else if (now == State.WAITING) {
                keepTimer(clock);
            } else if (now == State.GONE) {
                refuse("all " + permits + " connections are in use, and " + mostWaiting + " wait already");
            }
        }

        private State arrive() {
            lock.lock();
            try {
                if (state != State.NEW) {
                    return State.NEW; // it was withdrawn before
                } else if (free > 0) {
                    free--;
                    state = State.IN;
                } else if (line.size() < mostWaiting) {
                    line.add(this);
                    state = State.WAITING;
                } else {
                    refused++;
                    state = State.GONE;
                }
                return state;
            } finally {
                lock.unlock();
            }
        }

        /** Without a timer it would wait for ever, for whoever has been told that it failed. */
        private void keepTimer(Clock clock) {
            try {
                keep(clock.schedule(this::late, longestWait));
            } catch (Throwable broken) {
                if (withdraw()) {
                    throw broken;
                } // else it has been let in, and needs none
            }
        }

        private void keep(Cancellable newTimer) {
            lock.lock();
            try {
                timer = newTimer;
                if (state == State.WAITING) {
                    return;
                }
            } finally {
                lock.unlock();
            }
            newTimer.cancel();
        }

        private void late() {
            if (goWaiting(1)) {
                refuse("no connection has become free for " + longestWait.toMillis() + " ms: " + permits
                        + " are in use");
            }
        }

        /** Goes if it is not in; false if it is, and has to {@link #leave} some time, or has gone already. */
        public boolean withdraw() {
            return goWaiting(0);
        }

        private boolean goWaiting(int refusals) {
            Cancellable done;
            lock.lock();
            try {
                if (state != State.WAITING && state != State.NEW) {
                    return false;
                }
                line.remove(this);
                state = State.GONE;
                refused += refusals;
                done = timer;
            } finally {
                lock.unlock();
            }
            stop(done);
            return true;
        }

        private void refuse(String why) {
            refusal.accept(told.apply(new SqlException(Reason.OVERLOADED, why, query)));
        }

        /** Gives the place to whoever waits longest. */
        public void leave() {
            begin(next());
        }

        /** The first of those that can, from this one on; one after the other, however many can't. */
        private void begin(@Nullable Permit first) {
            Permit permit = first;
            while (permit != null) {
                permit = permit.begunOrNext();
            }
        }

        /** The next one, if it can't begin. */
        private @Nullable Permit begunOrNext() {
            try {
                letIn.run();
                return null;
            } catch (Throwable failure) {
                Permit next = next();
                try {
                    refusal.accept(Threads.none(failure, query));
                } catch (Throwable thrown) {
                    begin(next);
                    throw thrown;
                }
                return next;
            }
        }

        /** The one that has the place now; null if nobody waits. */
        private @Nullable Permit next() {
            Permit next = null;
            Cancellable done = null;
            lock.lock();
            try {
                if (state != State.IN) {
                    return null;
                }
                state = State.GONE;
                if (line.isEmpty()) {
                    free++;
                } else {
                    next = line.iterator().next();
                    line.remove(next);
                    next.state = State.IN;
                    done = next.timer;
                }
            } finally {
                lock.unlock();
            }
            stop(done);
            return next;
        }

        private static void stop(@Nullable Cancellable timer) {
            if (timer != null) {
                timer.cancel();
            }
        }
    }
}
