package dev.weir.op.end;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collector;

/** All items, collected. */
public final class Collect<T, A, R> extends End<T, R> {
    private static final Collector<Object, ?, List<Object>> LIST =
            Collector.of(() -> new ArrayList<>(10), List::add, (a, b) -> a);

    private final Collector<? super T, A, R> collector;

    public Collect(Many<T> source, Collector<? super T, A, R> collector) {
        this.collector = Argument.given(collector, "collect: the collector");
        super(source, collector.accumulator(), Collecting.class, Collecting<T, A, R>::new);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // it takes any item
    public static <T> One<List<T>> list(Many<T> source) {
        return new Collect<>(source, (Collector<T, ?, List<T>>) (Collector) LIST);
    }

    private static final class Collecting<T, A, R> extends Terminal<T> {
        private final BiConsumer<A, ? super T> accumulator;
        private final Function<A, R> finisher;
        private final A container;

        Collecting(Collect<T, A, R> collect, Run run) {
            super(run);
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
                return fail(failure, accumulator);
            }
        }

        @Override
        protected Object function() {
            return finisher;
        }

        @Override
        protected Object result() {
            return finisher.apply(container);
        }
    }
}
