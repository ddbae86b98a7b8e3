package dev.weir.op.demand;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Overflowing;
import dev.weir.op.kernel.Stage;

/** A bound, and a policy, for items that nobody has asked for. */
public final class OnOverflow<T> extends Operator<T, T> {
    private final Overflow overflow;

    public OnOverflow(Many<T> source, Overflow overflow) {
        super(source, overflow);
        this.overflow = overflow;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Overflowing<>(downstream, overflow);
    }
}
