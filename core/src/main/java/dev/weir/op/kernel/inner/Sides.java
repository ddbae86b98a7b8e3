package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stage that several streams feed at the same time: its sides, which bring some items ahead. There is no other upstream. */
public abstract class Sides<R> extends Arriving<Object, Object, R> implements InnerHost<Object> {
    private static final int AHEAD = 32;

    private final Many<?>[] sources;
    private final Inner<Object>[] sides;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of them
    protected Sides(Many<?>[] sources, Stage<? super R> downstream, Root root) {
        super(downstream, root);
        this.sources = sources;
        this.sides = new Inner[sources.length];
        for (int side = 0; side < sides.length; side++) {
            sides[side] = new Inner<>(this, this, AHEAD);
            sides[side].place(side);
        }
    }

    /** Takes an item of a side, or null: its end. In the drain, and within the demand for what {@link #emits} says. */
    protected abstract void take(int side, @Nullable Object item);

    /** Whether the side's next item leads to one that is emitted. */
    protected boolean emits(int side) {
        return true;
    }

    @Override
    public final void onSubscribe(Upstream newUpstream) {
        super.onSubscribe(newUpstream);
        connecting(this::connect);
    }

    private void connect() {
        for (int side = 0; side < sides.length; side++) {
            if (!isCancelled() && !hasFailed()) { // one may have ended all
                Source.connect(sources[side], sides[side]);
            }
        }
    }

    @Override
    public final boolean isEager() {
        return true;
    }

    @Override
    public final boolean onNext(Object item) {
        throw new IllegalStateException("items come from the sides");
    }

    @Override
    public final boolean innerNext(Inner<Object> side, Object item) {
        arrived(side, item);
        return true;
    }

    @Override
    public final void innerComplete(Inner<Object> side) {
        arrived(side, null);
    }

    @Override
    public void innerError(Inner<Object> side, Throwable failure) {
        offerFailure(failure);
        drain();
    }

    @Override
    protected final boolean emits(@Nullable Inner<Object> side) {
        return emits(Objects.requireNonNull(side).place());
    }

    @Override
    protected final void take(@Nullable Inner<Object> side, @Nullable Object item) {
        take(Objects.requireNonNull(side).place(), item);
    }

    /** An item of the side is no longer kept. */
    protected final void consumed(int side) {
        consumed(sides[side]);
    }

    @Override
    protected void cancelOthers() {
        for (Inner<Object> side : sides) {
            side.cancel();
        }
    }
}
