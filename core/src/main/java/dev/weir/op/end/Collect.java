package dev.weir.op.end;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.drain.Gathered;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;

/** All items, collected. */
@SuppressWarnings({"unchecked", "rawtypes"}) // the collector of a list takes any item
public final class Collect<T, A, R> extends End<T, R> {
    private static final Collector<Object, ?, List<Object>> LIST =
            Collector.of(() -> new ArrayList<>(10), List::add, (a, b) -> a);

    private final Collector<? super T, A, R> collector;

    public Collect(Many<T> source, Collector<? super T, A, R> collector) {
        this.collector = Argument.given(collector, "collect: the collector");
        super(source, collector.accumulator(), Collecting.class, Collecting<T, A, R>::new);
    }

    public static <T> One<List<T>> list(Many<T> source) {
        return new Collect<>(source, (Collector<T, ?, List<T>>) (Collector) LIST);
    }

    /** The collector; of a list, where somebody wants to know of what is not delivered, one that can tell. */
    private Collector<? super T, A, R> in(Context context) {
        if (collector != (Collector) LIST || !Undelivered.isAwaited(context)) {
            return collector;
        }
        Supplier<Gathered<Object>> empty = () -> new Gathered<>(context, Integer.MAX_VALUE, Integer.MAX_VALUE);
        return (Collector) Collector.of(empty, Gathered::add, (a, b) -> a, Gathered::take);
    }

    private static final class Collecting<T, A, R> extends Terminal<T> {
        private final BiConsumer<A, ? super T> accumulator;
        private final Function<A, R> finisher;
        private final A container;

        Collecting(Collect<T, A, R> collect, Run run) {
            super(run);
            Collector<? super T, A, R> collector = collect.in(run.context());
            this.accumulator = collector.accumulator();
            this.finisher = collector.finisher();
            this.container = collector.supplier().get();
        }

        @Override
        protected void forget() {
            if (container instanceof Gathered<?> list) {
                list.close();
            }
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
