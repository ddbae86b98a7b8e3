package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.op.kernel.End;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Terminal;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collector;

/** All items, collected. */
public final class Collect<T, A, R> extends End<T, R> {
    private final Collector<? super T, A, R> collector;

    public Collect(Many<T> source, Collector<? super T, A, R> collector) {
        super(source, collector.accumulator());
        this.collector = collector;
    }

    @Override
    protected Terminal<T> attach(Pending pending) {
        return new Collecting<>(this, pending);
    }

    private static final class Collecting<T, A, R> extends Terminal<T> {
        private final BiConsumer<A, ? super T> accumulator;
        private final Function<A, R> finisher;
        private final A container;

        Collecting(Collect<T, A, R> collect, Pending pending) {
            super(pending);
            this.accumulator = collect.collector.accumulator();
            this.finisher = collect.collector.finisher();
            this.container = collect.collector.supplier().get();
        }

        @Override
        public boolean onNext(T item) {
            try {
                accumulator.accept(container, item);
                return true;
            } catch (Throwable failure) {
                return fail(failure);
            }
        }

        @Override
        protected Object result() {
            return finisher.apply(container);
        }
    }
}
