package dev.weir.op.kernel.drain;

import dev.weir.Clock;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;

/** A stage whose items wait for their time. */
public abstract class Timed<T, Q, R> extends Prefetching<T, Q, R> {
    /*
     * No more than one timer runs, and it is not set anew when the time that is waited for changes: when it fires,
     * early or late, the drain looks at the time that counts then, and waits for what is left of it.
     */
    protected final Clock clock;
    private final Slot timer = new Slot();

    protected Timed(Stage<? super R> downstream, Root root, int ahead) {
        super(downstream, root, ahead);
        this.clock = root.context().clock();
    }

    /**
     * Whether that time has come; if not, {@code emit} runs again when it has. For use in {@code emit}, with times in
     * order: one that comes before another asked for earlier is noticed late.
     */
    protected final boolean isPast(long nanoTime) {
        long left = timer.isEmpty() ? nanoTime - clock.nanoTime() : 1; // else it has not fired
        if (left > 0 && timer.isEmpty()) {
            timer.schedule(root(), this::drain, Duration.ofNanos(left));
        }
        return left <= 0;
    }

    @Override
    protected void cancelOthers() {
        timer.cancel();
    }
}
