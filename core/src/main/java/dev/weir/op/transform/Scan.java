package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** The state after each item. */
public final class Scan<T, S> extends Operator<T, S> {
    private final Supplier<? extends S> seed;

    public Scan(Many<T> source, Supplier<? extends S> seed, BiFunction<? super S, ? super T, ? extends S> step) {
        this.seed = Argument.given(seed, "scan: the seed");
        super(source, step, Scanning.class, Scanning<T, S>::new);
    }

    private static final class Scanning<T, S> extends PassThrough<T, S> {
        private final BiFunction<? super S, ? super T, ? extends S> step;
        private S state;

        Scanning(Scan<T, S> scan, Stage<? super S> downstream, Root root) {
            super(downstream, root);
            this.step = scan.function();
            this.state = Argument.due(scan.seed.get(), "scan: the seed", "a state");
        }

        @Override
        public boolean onNext(T item) {
            S next;
            try {
                next = due(step.apply(state, item), "scan");
            } catch (Throwable failure) {
                return fail(failure, step);
            }
            state = next;
            return downstream.onNext(next);
        }
    }
}
