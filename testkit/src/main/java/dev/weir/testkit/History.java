package dev.weir.testkit;

import dev.weir.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What happened, in order, to the parties of one test. It is also their lock: they change their
 * state while they hold its monitor, so that waiting for a state is waiting for the next entry.
 */
final class History {
    private static final long GLANCE = 20 * Times.MILLI;
    private static final int HEAD = 150;
    private static final int TAIL = 50;

    private final @Nullable VirtualTime time;
    private final List<Entry> entries = new ArrayList<>();
    private int dropped;
    private volatile Runnable whileWaiting = () -> {};

    History(Clock clock) {
        this.time = clock instanceof VirtualTime virtual ? virtual : null;
    }

    /** Adds an entry; of a long history only the beginning and the end are kept. */
    synchronized void add(String who, String what) {
        String now = time == null ? "" : Times.text(time.now().toNanos());
        entries.add(new Entry(now, threadName(), who, what));
        if (entries.size() > HEAD + TAIL) {
            entries.remove(HEAD);
            dropped++;
        }
        notifyAll();
    }

    /** Wakes those who wait, after a change that is not worth an entry. */
    synchronized void changed() {
        notifyAll();
    }

    /** How many entries there have been. */
    synchronized int size() {
        return entries.size() + dropped;
    }

    /** Has the action run, without the monitor, between one look and the next, wherever somebody waits. */
    void whileWaiting(Runnable action) {
        whileWaiting = action;
    }

    /**
     * Waits until the condition holds, which is tested while the monitor is held, after each entry
     * and from time to time for what leaves none.
     *
     * @throws IllegalStateException if this thread is interrupted before: the time is not over then
     */
    boolean await(BooleanSupplier condition, Duration limit) {
        long deadline = System.nanoTime() + Math.max(0, Times.nanos(limit));
        while (!glance(condition, deadline - System.nanoTime())) {
            if (deadline - System.nanoTime() <= 0) {
                return false;
            } else if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while it waited\n" + this);
            }
            whileWaiting.run();
        }
        return true;
    }

    private synchronized boolean glance(BooleanSupplier condition, long atMost) {
        long end = System.nanoTime() + Math.min(GLANCE, atMost);
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            try {
                wait(left / Times.MILLI + 1);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return condition.getAsBoolean();
            }
        }
        return true;
    }

    static String threadName() {
        Thread thread = Thread.currentThread();
        return thread.getName().isEmpty() ? "thread " + thread.threadId() : thread.getName();
    }

    /** {@code 3}, or {@code unbounded}. */
    static String amount(long demand) {
        return demand == Long.MAX_VALUE ? "unbounded" : Long.toString(demand);
    }

    /** One line for each entry, in columns: time (if it is virtual), thread, who, what. */
    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder("history:");
        if (entries.isEmpty()) {
            return text.append(" nothing happened").toString();
        }
        int timeWidth = width(entries.stream().map(Entry::time).toList());
        int threadWidth = width(entries.stream().map(Entry::thread).toList());
        int whoWidth = width(entries.stream().map(Entry::who).toList());
        for (int i = 0; i < entries.size(); i++) {
            if (i == HEAD && dropped > 0) {
                text.append("\n  ... ").append(dropped).append(" more ...");
            }
            Entry entry = entries.get(i);
            text.append("\n  ");
            if (time != null) {
                text.append(" ".repeat(timeWidth - entry.time.length())).append(entry.time);
                text.append("  ");
            }
            text.append(pad(entry.thread, threadWidth)).append("  ");
            text.append(pad(entry.who, whoWidth)).append("  ").append(entry.what);
        }
        return text.toString();
    }

    private static int width(List<String> column) {
        return column.stream().mapToInt(String::length).max().orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private record Entry(String time, String thread, String who, String what) {}
}
