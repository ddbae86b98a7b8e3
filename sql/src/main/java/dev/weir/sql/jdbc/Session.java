package dev.weir.sql.jdbc;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.sql.Connection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a transaction, which does one work after the other. A work that comes while another one runs is refused:
 * it is mostly inside the row stream of that, which would wait for it forever. While one that was cancelled stops, or a
 * savepoint is undone, others wait. An end waits for everything, and stops what runs.
 *
 * <p>Each savepoint is one level deeper. What is asked for on another level than that of now is refused.
 */
final class Session {
    private final Connection connection;
    private final ThreadFactory threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Work> line = new ArrayDeque<>();
    private @Nullable Work current;
    private int level;

    Session(Connection connection, ThreadFactory threads) {
        this.connection = connection;
        this.threads = threads;
    }

    Connection connection() {
        return connection;
    }

    /** A place for what is done at a level. */
    Place at(int itsLevel, String query) {
        return new Level(itsLevel, query);
    }

    /** A place for what makes a savepoint, after which the level is deeper. */
    Place deeper(int itsLevel, String query, Runnable begun) {
        return new Level(itsLevel, query) {
            @Override
            void entered() {
                level = itsLevel + 1;
                begun.run();
            }
        };
    }

    /** A place for what ends a level, from which on that above is the one of now; -1 is above all. */
    Place above(int itsLevel, String query) {
        return new Level(itsLevel, query) {
            @Override
            public void enter(Work work) {
                end(work, itsLevel - 1);
            }
        };
    }

    /** Whether the level has not ended. */
    boolean isOpen(int itsLevel) {
        lock.lock();
        try {
            return level >= itsLevel;
        } finally {
            lock.unlock();
        }
    }

    private void end(Work work, int levelThen) {
        Work before;
        lock.lock();
        try {
            level = levelThen;
            before = current;
            if (before == null) {
                current = work;
            } else {
                line.add(work);
            }
        } finally {
            lock.unlock();
        }
        if (before == null) {
            work.start();
        } else {
            before.cancel();
        }
    }

    private void leave() {
        Work next;
        lock.lock();
        try {
            next = line.poll();
            current = next;
        } finally {
            lock.unlock();
        }
        if (next != null) {
            next.start();
        }
    }

    /** What is done at a level. */
    private class Level implements Place {
        private final int itsLevel;
        private final String query;

        Level(int itsLevel, String query) {
            this.itsLevel = itsLevel;
            this.query = query;
        }

        @Override
        public void enter(Work work) {
            String refusal;
            boolean starting = false;
            lock.lock();
            try {
                refusal = refusal();
                if (refusal == null) {
                    entered();
                    if (current == null) {
                        current = work;
                        starting = true;
                    } else {
                        line.add(work);
                    }
                }
            } finally {
                lock.unlock();
            }
            if (starting) {
                work.start();
            } else if (refusal != null) {
                work.refuse(new SqlException(Reason.USAGE, refusal, query));
            }
        }

        /** Is done under the lock. */
        void entered() {}

        private @Nullable String refusal() {
            if (level < itsLevel) {
                return "the transaction has ended: its Db is of use only inside the function that it was given to";
            } else if (level > itsLevel) {
                return "a transaction inside this one is open, or still being left: use the Db that its function was"
                        + " given, one after the other";
            } else if (current != null && !current.isEnding()) {
                return "the connection of this transaction is busy with " + current
                        + ": it runs one query at a time, neither inside the rows of another (read them into a list"
                        + " first, or a single one by one(..)) nor beside it (use then or flatMap)";
            }
            return null;
        }

        @Override
        public ThreadFactory threads() {
            return threads;
        }

        @Override
        public void withdraw(Work work) {
            lock.lock();
            try {
                line.remove(work);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Connection take(Work work) {
            return connection;
        }

        @Override
        public @Nullable Throwable giveBack(Work work, @Nullable Connection taken, @Nullable Throwable failure) {
            leave();
            return failure == null ? null : Failures.of(failure, query);
        }

        @Override
        public String toString() {
            return query;
        }
    }
}
