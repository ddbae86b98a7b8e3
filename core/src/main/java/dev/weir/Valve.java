package dev.weir;

import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Undelivered;
import java.util.concurrent.CompletableFuture;

/** Holds back, while it is closed, what is {@link Operators#pausable pausable}: any number of streams. */
public final class Valve {
    private final Renewable<Gate> gate = new Renewable<>(); // null while it is open

    private record Gate(CompletableFuture<Boolean> opening, One<?> opened) {}

    /** One that is open. */
    public Valve() {}

    /** Lets no item through from now on. */
    public void close() {
        CompletableFuture<Boolean> opening = new CompletableFuture<>();
        gate.compareAndSet(null, new Gate(opening, One.from(opening)));
    }

    /** Lets through what it held back, and what comes. */
    public void open() {
        Gate closed = gate.getAndSet(null);
        if (closed != null) {
            closed.opening.complete(true);
        }
    }

    One<?> opened(Object item) {
        Gate closed = gate.get();
        return closed == null
                ? One.ofVoid()
                : One.deferContextual(context -> closed.opened.doOnCancel(() -> Undelivered.tell(item, context)));
    }
}
