package dev.weir.op.share;

import dev.weir.Overflow;
import dev.weir.op.kernel.drain.Listeners;
import dev.weir.op.kernel.drain.Overflowing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;

/** What a broadcast emits. */
public final class Listen<T> extends Source<T> {
    private final Listeners<T> listeners;
    private final Overflow overflow;

    public Listen(Listeners<T> listeners, Overflow overflow) {
        this.listeners = listeners;
        this.overflow = Argument.given(overflow, "listen: the overflow policy");
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        Listening<T> listening = new Listening<>(this, stage, root);
        listening.onSubscribe(Upstream.NONE);
        if (!listening.isCancelled()) {
            listeners.add(listening);
        }
        if (listening.isCancelled()) { // meanwhile
            listeners.remove(listening);
        }
    }

    private static final class Listening<T> extends Overflowing<T> {
        private final Listeners<T> listeners;

        Listening(Listen<T> listen, Stage<? super T> downstream, Root root) {
            super(downstream, root, listen.overflow);
            this.listeners = listen.listeners;
        }

        @Override
        protected void cancelOthers() {
            listeners.remove(this);
        }
    }
}
