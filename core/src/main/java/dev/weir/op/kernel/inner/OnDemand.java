package dev.weir.op.kernel.inner;

import dev.weir.op.kernel.stage.Upstream;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** What is done when it is first asked for, and what if it is cancelled before; afterwards nothing of it is kept. */
record OnDemand(AtomicReference<Consumer<Boolean>> due) implements Upstream {
    @Override
    public void request(long n) {
        due.getAndSet(asked -> {}).accept(true);
    }

    @Override
    public void cancel() {
        due.getAndSet(asked -> {}).accept(false);
    }
}
