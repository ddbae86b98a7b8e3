package dev.weir.op.share;

import dev.weir.Many;
import dev.weir.op.kernel.Current;
import dev.weir.op.kernel.Multicast;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;

/** One subscription for all subscribers. */
public final class Share<T> extends Source<T> {
    private final Many<T> source;
    private final Current<Multicast<T>> current = new Current<>();

    public Share(Many<T> source) {
        this.source = source;
    }

    @Override
    protected void start(Stage<? super T> stage) {
        for (; ; ) {
            Multicast<T> running = current.get();
            if (running != null && running.add(stage)) {
                return;
            }
            Multicast<T> made = current.renew(running, () -> new Multicast<>(stage.context(), BUFFER_SIZE));
            if (made != null) {
                if (made.add(stage)) {
                    connect(source, made);
                    return;
                }
            }
        }
    }
}
