package dev.weir.lab.rsocket;

import java.util.ArrayList;
import java.util.List;

/** Tells streams when their time has come, again and again. On one thread; the same in all servers of streams. */
final class Ticks {
    /** Between two turns. */
    static final int MILLIS = 10;

    private static final long NANOS = MILLIS * 1_000_000L;
    private static final int SLOTS = 6_000; // a minute

    /** Something that is told. */
    interface Ticking {
        /** How many turns there are from one time to the next. */
        int turns();

        /**
         * It is time.
         *
         * @param since when, in nanoseconds
         * @return false if that was the last time
         */
        boolean tick(long since);
    }

    private final List<List<Ticking>> slots = new ArrayList<>();
    private long next = System.nanoTime() + NANOS;
    private int at;

    Ticks() {
        for (int i = 0; i < SLOTS; i++) {
            slots.add(new ArrayList<>());
        }
    }

    /** Tells it for the first time in so many turns. */
    void add(Ticking ticking, int turns) {
        slots.get((at + turns) % SLOTS).add(ticking);
    }

    /** To be called often. */
    void run() {
        for (long now = System.nanoTime(); next <= now; next += NANOS) {
            List<Ticking> due = slots.get(at);
            for (Ticking ticking : due) {
                if (ticking.tick(next)) {
                    add(ticking, ticking.turns());
                }
            }
            due.clear();
            at = (at + 1) % SLOTS;
        }
    }
}
