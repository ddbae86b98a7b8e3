package dev.weir.lab.streams;

import org.jspecify.annotations.Nullable;

/** Tells streams when their time has come, again and again. On one thread; the same in all servers by callbacks. */
public final class Ticks {
    /** Between two turns. */
    public static final int MILLIS = 10;

    private static final long NANOS = MILLIS * 1_000_000L;
    private static final int SLOTS = 1 << 15; // five minutes

    /** Something that is told. */
    public interface Ticking {
        /** How many turns there are from one time to the next. */
        int turns();

        /**
         * It is time.
         *
         * @param since when, in nanoseconds
         * @return false if that was the last time
         */
        boolean tick(long since);

        /** Who is told after it: kept for {@link Ticks}, so that these allocate nothing. */
        @Nullable
        Ticking after();

        void after(@Nullable Ticking newAfter);
    }

    private final @Nullable Ticking[] slots = new Ticking[SLOTS];
    private long next = System.nanoTime() + NANOS;
    private int at;

    /** Tells it for the first time in so many turns, which are fewer than in five minutes. */
    public void add(Ticking ticking, int turns) {
        int slot = (at + turns) % SLOTS;
        ticking.after(slots[slot]);
        slots[slot] = ticking;
    }

    /** How many nanoseconds there are until the next turn. */
    public long left() {
        return Math.max(0, next - System.nanoTime());
    }

    /** To be called when nothing is {@link #left}. */
    public void run() {
        for (long now = System.nanoTime(); next <= now; next += NANOS) {
            @Nullable Ticking due = slots[at];
            slots[at] = null;
            while (due != null) {
                @Nullable Ticking after = due.after();
                if (due.tick(next)) {
                    add(due, due.turns());
                }
                due = after;
            }
            at = (at + 1) % SLOTS;
        }
    }
}
