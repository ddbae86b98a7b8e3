package dev.weir.op.share;

import dev.weir.Overflow;
import dev.weir.op.kernel.Listeners;
import dev.weir.op.kernel.Overflowing;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;

/** What a broadcast emits. */
public final class Listen<T> extends Source<T> {
    private final Listeners<T> listeners;
    private final Overflow overflow;

    public Listen(Listeners<T> listeners, Overflow overflow) {
        this.listeners = listeners;
        this.overflow = Objects.requireNonNull(overflow, "overflow");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        Listening<T> listening = new Listening<>(this, stage);
        listening.onSubscribe(Upstream.NONE);
        if (!listening.isCancelled()) {
            listeners.add(listening);
            listening.removeIfEnded();
        }
    }

    private static final class Listening<T> extends Overflowing<T> {
        private final Listeners<T> listeners;

        Listening(Listen<T> listen, Stage<? super T> downstream) {
            super(downstream, listen.overflow);
            this.listeners = listen.listeners;
        }

        void removeIfEnded() {
            if (isCancelled()) {
                listeners.remove(this);
            }
        }

        @Override
        protected void cancelOthers() {
            listeners.remove(this);
        }
    }
}
