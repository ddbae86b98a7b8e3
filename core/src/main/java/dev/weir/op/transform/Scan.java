package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** The state after each item. */
public final class Scan<T, S> extends Operator<T, S> {
    private final Supplier<? extends S> seed;
    private final BiFunction<? super S, ? super T, ? extends S> step;

    public Scan(Many<T> source, Supplier<? extends S> seed, BiFunction<? super S, ? super T, ? extends S> step) {
        super(source, step);
        this.seed = Objects.requireNonNull(seed, "seed");
        this.step = step;
    }

    @Override
    protected Stage<T> attach(Stage<? super S> downstream) {
        return new Scanning<>(this, downstream);
    }

    private static final class Scanning<T, S> extends PassThrough<T, S> {
        private final BiFunction<? super S, ? super T, ? extends S> step;
        private S state;

        Scanning(Scan<T, S> scan, Stage<? super S> downstream) {
            super(downstream);
            this.step = scan.step;
            this.state = due(scan.seed.get(), "scan");
        }

        @Override
        public boolean onNext(T item) {
            S next;
            try {
                next = due(step.apply(state, item), "scan");
            } catch (Throwable failure) {
                return fail(failure);
            }
            state = next;
            return downstream.onNext(next);
        }
    }
}
