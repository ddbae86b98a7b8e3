package dev.weir.op.share;

import dev.weir.Many;
import dev.weir.Sharing;
import dev.weir.op.kernel.drain.Multicast;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** One subscription for all subscribers. */
public final class Share<T> extends Source<T> {
    private final Source<T> source;
    private final Sharing sharing;
    private final Renewable<Multicast<T>> current = new Renewable<>();
    private volatile @Nullable Many<T> kept; // after the end

    public Share(Many<T> source, Sharing sharing) {
        this.source = of(source);
        this.sharing = Argument.given(sharing, "share: the options");
    }

    @Override
    protected Many<T> resolve(Root root) {
        Many<T> known = kept;
        return known == null ? this : known;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        Runnable again = Carried.within(root.context(), () -> connect(this, stage, root));
        for (; ; ) {
            Multicast<T> running = current.get();
            if (running == null && kept != null) { // since a moment ago
                again.run();
                return;
            }
            if (running == null) {
                running = current.renew(null, () -> make(stage, root));
            }
            if (running != null && running.add(stage, again)) {
                if (running.begins()) {
                    connect(source, running);
                }
                return;
            }
        }
    }

    private Multicast<T> make(Stage<?> first, Root root) {
        return new Multicast<>(first, root.context(), BUFFER_SIZE, sharing, this::over);
    }

    private void over(Multicast<T> multicast) {
        kept = multicast.kept();
        current.drop(multicast);
    }

    @Override
    protected Source<?> above() {
        return source;
    }
}
