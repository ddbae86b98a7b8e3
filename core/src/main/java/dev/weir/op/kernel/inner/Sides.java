package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.List;
import java.util.stream.IntStream;

/** The stage of a {@link Combined}, which several streams feed: at most 32 items of each wait. */
public abstract class Sides<R> extends Arriving<R, Object, R> implements InnerHost<Object> {
    private static final int AHEAD = 32;

    /** The streams in order, each at its {@link Inner#place}. */
    protected final List<Inner<Object>> sides;

    protected Sides(Stage<? super R> downstream, Root root, int size) {
        super(downstream, root);
        this.sides = IntStream.range(0, size).mapToObj(this::side).toList();
    }

    private Inner<Object> side(int place) {
        Inner<Object> side = new Inner<>(this, this, AHEAD);
        side.place(place);
        return side;
    }

    @SuppressWarnings("unchecked") // the items are read only
    final void begin(Many<?>[] sources) {
        onSubscribe(Upstream.NONE);
        for (int i = 0; i < sources.length && !isCancelled(); i++) { // one that is empty may have ended all
            Source.connect((Many<Object>) sources[i], sides.get(i));
        }
    }

    @Override
    public final boolean isEager() {
        return true;
    }

    @Override
    public final boolean onNext(R item) {
        throw new IllegalStateException("items come from the sides");
    }

    @Override
    public final void innerNext(Inner<Object> inner, Object item) {
        arrived(inner, item);
    }

    @Override
    public final void innerComplete(Inner<Object> inner) {
        arrived(inner, null);
    }

    @Override
    public void innerError(Inner<Object> inner, Throwable failure) {
        offerFailure(failure);
        drain();
    }

    @Override
    protected final void cancelOthers() {
        sides.forEach(Inner::cancel);
    }
}
