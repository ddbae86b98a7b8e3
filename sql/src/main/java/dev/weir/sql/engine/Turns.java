package dev.weir.sql.engine;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the connection of a transaction: one after the other. What comes while another one runs is refused: it is mostly
 * inside the row stream of that, which would wait for it forever. While one that was cancelled stops, or a savepoint is
 * undone, others wait. An end waits for everything, and stops what runs. Who can't start is told so, and it is the turn of the
 * next.
 *
 * <p>Each savepoint is one level deeper. What is asked for on another level than that of now is refused.
 */
public final class Turns {
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiting> line = new ArrayDeque<>();
    private @Nullable Turn current;
    private int level;

    /** What uses the connection; its text is the query. */
    public interface Turn {
        /** It has the connection; what it throws says why it can't start. */
        void start();

        /** It is to stop, since the transaction ends; who waits for it is to be told. */
        void stop();

        /** Whether it ends by itself soon, so that others may wait for it. */
        boolean isEnding();

        /** It will not have the connection. */
        void refuse(SqlException why);
    }

    private record Waiting(Turn turn, int level) {}

    /** Starts it, or has it wait, or refuses it. */
    public void enter(Turn turn, int itsLevel, String query) {
        enter(turn, itsLevel, query, () -> true);
    }

    /** As {@link #enter}, for what makes a savepoint, after which the level is deeper; not if it begins no more. */
    public void deeper(Turn turn, int itsLevel, String query, BooleanSupplier begins) {
        enter(turn, itsLevel, query, () -> {
            boolean isDeeper = begins.getAsBoolean();
            level += isDeeper ? 1 : 0;
            return isDeeper;
        });
    }

    private void enter(Turn turn, int itsLevel, String query, BooleanSupplier enters) {
        SqlException refusal;
        boolean starting = false;
        lock.lock();
        try {
            refusal = refusal(itsLevel, query);
            if (refusal == null && !enters.getAsBoolean()) {
                refusal = stopped(turn, null);
            } else if (refusal == null && current == null) {
                current = turn;
                starting = true;
            } else if (refusal == null) {
                line.add(new Waiting(turn, itsLevel));
            }
        } finally {
            lock.unlock();
        }
        if (starting) {
            start(turn);
        } else if (refusal != null) {
            turn.refuse(refusal);
        }
    }

    private @Nullable SqlException refusal(int itsLevel, String query) {
        String why = null;
        if (level < itsLevel) {
            why = "the transaction has ended: its Db is of use only inside the function that it was given to";
        } else if (level > itsLevel) {
            why = "a transaction inside this one is open, or still being left: use the Db that its function was"
                    + " given, one after the other";
        } else if (current != null && !current.isEnding()) {
            why = "the connection of this transaction is busy with " + current
                    + ": it runs one query at a time, neither inside the rows of another (read them into a list"
                    + " first, or a single one by one(..)) nor beside it (use then or flatMap)";
        }
        return why == null ? null : new SqlException(Reason.USAGE, why, query);
    }

    /**
     * Stops what runs, refuses what waits on levels that end, and starts this after it; from now on the level is this one, -1
     * above all.
     *
     * @param ends asked as the level changes: of several ends one counts
     * @return whether this is the one
     */
    public boolean end(Turn turn, int levelThen, BooleanSupplier ends) {
        Turn before = null;
        List<Turn> late = List.of(turn);
        boolean starting = false;
        lock.lock();
        try {
            if (!ends.getAsBoolean()) {
                return false;
            }
            if (level > levelThen) { // else all of it has ended
                level = levelThen;
                before = current;
                late = removed(levelThen);
                if (before == null) {
                    current = turn;
                    starting = true;
                } else {
                    line.add(new Waiting(turn, levelThen));
                }
            }
        } finally {
            lock.unlock();
        }
        if (starting) {
            start(turn);
        } else if (before != null) {
            before.stop();
        }
        late.forEach(one -> one.refuse(stopped(one, null)));
        return true;
    }

    /** What waits on deeper levels, but for their ends. */
    private List<Turn> removed(int levelThen) {
        List<Turn> late = line.stream()
                .filter(one -> one.level > levelThen && !one.turn.isEnding())
                .map(Waiting::turn)
                .toList();
        line.removeIf(one -> late.contains(one.turn));
        return late;
    }

    /** It need not start, if it has not. */
    public void withdraw(Turn turn) {
        lock.lock();
        try {
            line.removeIf(one -> one.turn == turn);
        } finally {
            lock.unlock();
        }
    }

    /** The one of now is done. */
    public void leave() {
        start(next());
    }

    private @Nullable Turn next() {
        lock.lock();
        try {
            Waiting next = line.poll();
            current = next == null ? null : next.turn;
            return current;
        } finally {
            lock.unlock();
        }
    }

    /** The first of those that can, from this one on. */
    private void start(@Nullable Turn first) {
        Turn turn = first;
        while (turn != null) {
            turn = startedOrNext(turn);
        }
    }

    /** The next one, if it can't start. */
    private @Nullable Turn startedOrNext(Turn turn) {
        try {
            turn.start();
            return null;
        } catch (Throwable failure) {
            Turn next = next();
            try {
                turn.refuse(Threads.none(failure, turn.toString()));
            } catch (Throwable thrown) {
                start(next);
                throw thrown;
            }
            return next;
        }
    }

    /** What whoever waits for one is told that was stopped. */
    public static SqlException stopped(Turn turn, @Nullable Throwable failure) {
        return new SqlException(
                Reason.USAGE,
                null,
                "the transaction has ended while this ran, or waited: its function has to give a stream that ends"
                        + " after all that it asks for (use then or flatMap)",
                turn.toString(),
                failure);
    }
}
