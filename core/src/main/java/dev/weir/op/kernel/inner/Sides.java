package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stage of a {@link Combined}, which several streams feed. */
public abstract class Sides<R> extends Arriving<R, Object, R> implements InnerHost<Object> {
    /** How many items of each stream wait at most. */
    protected static final int AHEAD = 32;

    private final Inner<Object>[] sides; // each at its place
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of them
    protected Sides(Stage<? super R> downstream, Root root, int size) {
        super(downstream, root);
        this.sides = new Inner[size];
        for (int place = 0; place < size; place++) {
            sides[place] = new Inner<>(this, this, AHEAD);
            sides[place].place(place);
        }
    }

    @SuppressWarnings("unchecked") // the items are read only
    final void begin(Many<?>[] sources) {
        onSubscribe(Upstream.NONE);
        for (int i = 0; i < sources.length && !isCancelled(); i++) { // one that is empty may have ended all
            Source.connect((Many<Object>) sources[i], sides[i]);
        }
    }

    /** Takes an item of a side, or null: its end. */
    protected abstract void take(int side, @Nullable Object item);

    /** Whether the side's next item leads to one that is emitted. */
    protected boolean emits(int side) {
        return true;
    }

    /** Whether the side has ended, or will when its items have been taken. */
    protected final boolean isOver(int side) {
        return sides[side].isOver();
    }

    /** An item of the side is no longer kept. */
    protected final void consumed(int side) {
        sides[side].consumed();
    }

    @Override
    protected final void take(@Nullable Inner<Object> inner, @Nullable Object item) {
        take(Objects.requireNonNull(inner).place(), item);
    }

    @Override
    protected final boolean emits(@Nullable Inner<Object> inner) {
        return emits(Objects.requireNonNull(inner).place());
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
    public void innerNext(Inner<Object> inner, Object item) {
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
        cancelAllBut(-1);
    }

    protected final void cancelAllBut(int winner) {
        for (Inner<Object> side : sides) {
            if (side.place() != winner) {
                side.cancel();
            }
        }
    }
}
