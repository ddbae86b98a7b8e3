package dev.weir.postgres.pipe;

import dev.weir.Cancellable;
import org.jspecify.annotations.Nullable;

/**
 * How long a server may take for what it does at once if it is there, such as to begin, or to roll back: then the connection is
 * closed, which undoes it as well, and whoever has it goes on.
 */
final class Patience {
    private static final long LONGEST_MS = 10_000;

    private final Loop loop;
    private final Line line;
    private @Nullable Cancellable timer;
    private boolean over;

    Patience(Loop loop, Line line) {
        this.loop = loop;
        this.line = line;
    }

    /** Runs statements that no server takes long for. */
    static void run(Loop loop, Line line, String text, Outcome<Boolean> outcome) {
        Patience patience = new Patience(loop, line);
        patience.begin();
        patience.run(text, outcome);
    }

    /** Runs statements that may take as long as they like, unless it has begun, or does. */
    void run(String text, Outcome<Boolean> outcome) {
        line.run(text, (done, failure) -> {
            over = true;
            if (timer != null) {
                timer.cancel(); // or as many as there were transactions would wait
            }
            outcome.done(done, failure);
        });
    }

    /** From now on it has so much time. */
    void begin() {
        if (timer == null && !over) {
            timer = loop.after(LONGEST_MS, () -> {
                if (!over) {
                    var _ = line.close();
                }
            });
        }
    }
}
