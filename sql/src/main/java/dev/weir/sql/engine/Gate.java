package dev.weir.sql.engine;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.sql.Load;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many in at a time. The others wait in a line, and are let in in the order in which they came: pools of connections
 * give theirs to whoever asks at the right moment, so that some callers get thousands and others none.
 *
 * <p>A permit is waiting, in, or gone. It goes from one to the next under the lock and never back, so that whoever is let in,
 * whoever leaves and whoever is too late agree on it, and no permit is lost or counted twice. Nobody is told anything under
 * the lock.
 */
public final class Gate {
    private final int permits;
    private final int mostWaiting;
    private final Duration longestWait;

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Permit> line = new LinkedHashSet<>();
    private int free;
    private long refused;

    public Gate(int permits, int mostWaiting, Duration longestWait) {
        this.permits = permits;
        this.mostWaiting = mostWaiting;
        this.longestWait = longestWait;
        this.free = permits;
    }

    /**
     * A permit that has not asked to be let in yet.
     *
     * @param letIn is told once, by whoever leaves, and must be quick
     * @param refused is told why not
     */
    public Permit permit(Runnable letIn, Consumer<String> refused) {
        return new Permit(letIn, refused);
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
        private final Runnable letIn;
        private final Consumer<String> refusal;
        private State state = State.NEW;
        private @Nullable Cancellable timer;

        private Permit(Runnable letIn, Consumer<String> refusal) {
            this.letIn = letIn;
            this.refusal = refusal;
        }

        /** Asks to be let in; the clock says when it has waited too long. */
        public void enter(Clock clock) {
            State now = arrive();
            if (now == State.IN) {
                letIn.run();
            } else if (now == State.WAITING) {
                keep(clock.schedule(this::late, longestWait));
            } else if (now == State.GONE) {
                refusal.accept("all " + permits + " connections are in use, and " + mostWaiting + " wait already");
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
                refusal.accept("no connection has become free for " + longestWait.toMillis() + " ms: " + permits
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

        /** Gives the place to whoever waits longest. */
        public void leave() {
            Permit next = null;
            Cancellable done = null;
            lock.lock();
            try {
                if (state != State.IN) {
                    return;
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
            if (next != null) {
                next.letIn.run();
            }
        }

        private static void stop(@Nullable Cancellable timer) {
            if (timer != null) {
                timer.cancel();
            }
        }
    }
}
