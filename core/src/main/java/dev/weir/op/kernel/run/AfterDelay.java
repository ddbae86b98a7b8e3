package dev.weir.op.kernel.run;

import dev.weir.op.kernel.race.Slot;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gives an outcome that is known already when some time has passed. */
public final class AfterDelay extends Holding {
    private final Duration delay;
    private final Slot timer = new Slot();

    public AfterDelay(Duration delay, @Nullable Object outcome) {
        super(outcome);
        this.delay = delay;
    }

    @Override
    protected void begin(Run starting) {
        timer.put(starting.context().clock().schedule(this::give, delay));
    }

    @Override
    public void cancel() {
        timer.cancel();
        super.cancel();
    }
}
