package dev.weir;

import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.run.Holding;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.one.Delay;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Holds back, while it is closed, what is {@link Operators#pausable pausable}: any number of streams. */
public final class Valve {
    private final Renewable<Gate> gate = new Renewable<>(); // null while it is open

    private record Gate(CompletableFuture<@Nullable Void> opening, One<@Nullable Void> opened) {
        void await(Holding item, Run run) {
            Part waiting = new Part(run, (_, _) -> item.give());
            item.until(waiting);
            waiting.start(opened);
        }
    }

    /** One that is open. */
    public Valve() {}

    /** Lets no item through that comes from now on. */
    public void close() {
        CompletableFuture<@Nullable Void> opening = new CompletableFuture<>();
        gate.compareAndSet(null, new Gate(opening, One.from(opening)));
    }

    /** Lets through what it held back, and what comes. */
    public void open() {
        Gate closed = gate.getAndSet(null);
        if (closed != null) {
            closed.opening.complete(null);
        }
    }

    /** Gives the item when it may go through; until then it is held, and told if nobody waits for it any more. */
    <T> One<T> opened(T item) {
        Gate closed = gate.get();
        return closed == null ? One.of(item) : new Delay<>(One.of(item), closed::await, false);
    }
}
