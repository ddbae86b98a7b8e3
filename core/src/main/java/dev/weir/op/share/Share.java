package dev.weir.op.share;

import dev.weir.Many;
import dev.weir.Sharing;
import dev.weir.op.kernel.drain.Multicast;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Crossing;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;

/** One subscription for all subscribers. */
public final class Share<T> extends Source<T> {
    private final Sharing sharing;
    private final Renewable<Multicast<T>> current = new Renewable<>();

    public Share(Many<T> source, Sharing sharing) {
        super(source);
        this.sharing = Argument.given(sharing, "share: the options");
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        Runnable again = Carried.within(root.context(), () -> start(stage, root, few));
        for (; ; ) {
            Multicast<T> open = current.renewed(
                    running -> false,
                    () -> new Multicast<>(
                            stage, root.context(), BUFFER_SIZE, sharing, over -> current.compareAndSet(over, null)));
            if (open.add(stage, again)) {
                if (open.isComplete()) {
                    Carried.run(open.context(), () -> connect(source(), Crossing.into(open)));
                }
                return;
            }
        }
    }
}
