package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stage that several streams feed at the same time: its sides, which bring some items ahead. There is no other upstream. */
public abstract class Sides<R> extends Arriving<Object, Object, R> implements InnerHost<Object> {
    private final Many<?>[] sources;
    private final boolean takes;
    private final @Nullable Inner<Object>[] sides;
    private final @Nullable Iterator<?>[] items; // of sides that nobody has to wait for

    /**
     * @param takes whether items are kept until there is one of each side, and those that are there already taken one by one
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of them
    protected Sides(Many<?>[] sources, boolean takes, Stage<? super R> downstream, Root root) {
        super(downstream, root);
        this.sources = sources;
        this.takes = takes;
        this.sides = new Inner[sources.length];
        this.items = new Iterator<?>[sources.length];
        for (int side = 0; side < sides.length; side++) {
            items[side] = takes ? PullSource.items(sources[side]) : null;
            sides[side] = items[side] == null ? new Inner<>(this, this, Inner.AHEAD, side) : null;
        }
    }

    /** Takes an item of a side, or null: its end. In the drain, and within the demand for what {@link #emits} says. */
    protected abstract void take(int side, @Nullable Object item);

    /** Whether the side's next item leads to one that is emitted; those that are kept do not. */
    protected boolean emits(int side) {
        return !takes;
    }

    @Override
    public final void onSubscribe(Upstream newUpstream) {
        super.onSubscribe(newUpstream);
        connecting(() -> connect(0));
    }

    /** Subscribes to this one and those that follow, unless one of them has ended all. */
    private void connect(int first) {
        for (int side = first; side < sides.length && !isCancelled() && !hasFailed(); side++) {
            if (side > first && Trampoline.isBehind()) { // the side before begins later
                int next = side;
                Trampoline.run(() -> connecting(() -> connect(next)));
                return;
            }
            Inner<Object> inner = sides[side];
            if (inner == null) {
                consumed(side);
            } else {
                Source.connect(sources[side], inner);
            }
        }
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
        offerFailure(failure, false);
        drain();
    }

    @Override
    protected final boolean emits(@Nullable Inner<Object> side) {
        return emits(Objects.requireNonNull(side).number);
    }

    @Override
    protected final void take(@Nullable Inner<Object> side, @Nullable Object item) {
        take(Objects.requireNonNull(side).number, item);
    }

    /** An item of the side is no longer kept. */
    protected final void consumed(int side) {
        Inner<Object> inner = sides[side];
        if (inner == null) {
            take(side, next(Objects.requireNonNull(items[side])));
        } else {
            consumed(inner);
        }
    }

    private @Nullable Object next(Iterator<?> left) {
        try {
            return left.hasNext() ? PullSource.next(left) : null;
        } catch (Throwable failure) {
            endWith(here(failure, null));
            return null;
        }
    }

    @Override
    protected void cancelOthers() {
        for (Inner<Object> side : sides) {
            if (side != null) {
                side.cancel();
            }
        }
    }
}
