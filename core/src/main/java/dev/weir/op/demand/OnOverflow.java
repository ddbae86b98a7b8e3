package dev.weir.op.demand;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.op.kernel.drain.Overflowing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;

/** A bound, and a policy, for items that nobody has asked for. */
public final class OnOverflow<T> extends Operator<T, T> {
    private final Overflow overflow;

    public OnOverflow(Many<T> source, Overflow overflow) {
        super(source, NONE, Waiting.class, Waiting<T>::new);
        this.overflow = Argument.given(overflow, "onOverflow: the policy");
    }

    private static final class Waiting<T> extends Overflowing<T> {
        Waiting(OnOverflow<T> onOverflow, Stage<? super T> downstream, Root root) {
            super(downstream, root, onOverflow.overflow);
        }
    }
}
