package dev.weir.postgres.pipe;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Has the server stop a statement: it is asked until the statement has ended, since one that is asked before it has begun may
 * not notice. If that takes too long, the connection is closed under it.
 */
class Stopping {
    private static final long FIRST_PAUSE_MS = 1;
    private static final long LONGEST_PAUSE_MS = 1_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Loop loop;
    private final Line line;
    private final BooleanSupplier runs;
    private final BooleanSupplier over;
    private long since = System.nanoTime();

    /**
     * For a statement on a connection.
     *
     * @param runs whether it is the one that the server runs now, as far as is known
     * @param over whether it has ended
     */
    Stopping(Loop loop, Line line, BooleanSupplier runs, BooleanSupplier over) {
        this.loop = loop;
        this.line = line;
        this.runs = runs;
        this.over = over;
    }

    final void begin() {
        look(FIRST_PAUSE_MS);
    }

    /** Whether it can't stop before others have been answered, who wait for that: it takes as long as they do. */
    boolean isHeldUp() {
        return false;
    }

    /** The server has been asked. */
    void asked(Line asked) {}

    private void look(long pause) {
        loop.after(pause, () -> {
            if (over.getAsBoolean() || !line.isOpen()) {
                return;
            }
            long now = System.nanoTime();
            if (isHeldUp()) {
                since = now;
            } else if (now - since > PATIENCE_NANOS) {
                var _ = line.close();
                return;
            }
            if (runs.getAsBoolean() && line.isQuiet()) {
                line.stop();
                asked(line);
            }
            look(Math.min(pause * 2, LONGEST_PAUSE_MS));
        });
    }
}
