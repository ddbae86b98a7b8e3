package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** All items, folded into one value. */
public final class Reduce<T, R> extends End<T, R> {
    private final Supplier<? extends R> seed;

    public Reduce(Many<T> source, Supplier<? extends R> seed, BiFunction<? super R, ? super T, ? extends R> step) {
        this.seed = Argument.given(seed, "reduce: the seed");
        super(source, step, Reducing.class, Reducing<T, R>::new);
    }

    private static final class Reducing<T, R> extends Terminal<T> {
        private final BiFunction<? super R, ? super T, ? extends R> step;
        private R value;

        Reducing(Reduce<T, R> reduce, Run run) {
            super(run);
            this.step = reduce.given();
            this.value = Objects.requireNonNull(reduce.seed.get(), "reduce: the seed is null");
        }

        @Override
        public boolean onNext(T item) {
            try {
                value = Objects.requireNonNull(step.apply(value, item), "reduce: the step returned null");
                return true;
            } catch (Throwable failure) {
                return fail(failure, step);
            }
        }

        @Override
        protected Object result() {
            return value;
        }
    }
}
