package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.End;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Terminal;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** All items, folded into one value. */
public final class Reduce<T, R> extends End<T, R> {
    private final Supplier<? extends R> seed;
    private final BiFunction<? super R, ? super T, ? extends R> step;

    public Reduce(Many<T> source, Supplier<? extends R> seed, BiFunction<? super R, ? super T, ? extends R> step) {
        super(source, step);
        this.seed = Objects.requireNonNull(seed, "seed");
        this.step = step;
    }

    @Override
    protected Terminal<T> attach(Pending pending) {
        return new Reducing<>(this, pending);
    }

    private static final class Reducing<T, R> extends Terminal<T> {
        private final BiFunction<? super R, ? super T, ? extends R> step;
        private R value;

        Reducing(Reduce<T, R> reduce, Pending pending) {
            super(pending);
            this.step = reduce.step;
            this.value = Objects.requireNonNull(reduce.seed.get(), "reduce: the seed is null");
        }

        @Override
        public boolean onNext(T item) {
            try {
                value = Objects.requireNonNull(step.apply(value, item), "reduce: the step returned null");
                return true;
            } catch (Throwable failure) {
                return fail(failure);
            }
        }

        @Override
        protected Object result() {
            return value;
        }
    }
}
