package dev.weir.postgres.pipe;

import java.util.ArrayList;
import java.util.List;

/** Requests to stop what runs on a connection, and what waits until none of them is on its way; on the loop only. */
final class Stops {
    private final List<Runnable> waiting = new ArrayList<>();
    private int underWay;
    private int made;

    void add() {
        made++;
        underWay++;
    }

    /** One was taken, or it is not known when it will be. */
    void done() {
        underWay--;
        if (isQuiet()) {
            List<Runnable> now = List.copyOf(waiting);
            waiting.clear();
            now.forEach(Runnable::run);
        }
    }

    int made() {
        return made;
    }

    boolean isQuiet() {
        return underWay == 0;
    }

    /** Runs it when none is on its way. */
    void whenQuiet(Runnable action) {
        if (isQuiet()) {
            action.run();
        } else {
            waiting.add(action);
        }
    }
}
