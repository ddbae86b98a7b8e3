package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Gatherer;
import org.jspecify.annotations.Nullable;

/** What a gatherer of the JDK makes of the items. */
public final class Gather<T, A, R> extends Operator<T, R> {
    public Gather(Many<T> source, Gatherer<? super T, A, R> gatherer) {
        super(source, gatherer, Gathering.class, Gathering<T, A, R>::new);
    }

    private static final class Gathering<T, A, R> extends Iterating<T, R> {
        private final Gatherer<? super T, A, R> gatherer;
        private final Gatherer.Integrator<A, ? super T, R> integrator;
        private final A state;
        private final List<R> pushed = new ArrayList<>();
        private final Gatherer.Downstream<R> out =
                item -> pushed.add(Objects.requireNonNull(item, "gather: the gatherer pushed null"));

        Gathering(Gather<T, A, R> gather, Stage<? super R> downstream, Root root) {
            super(gather.function(), downstream, root);
            this.gatherer = gather.function();
            this.integrator = gatherer.integrator();
            this.state = gatherer.initializer().get();
        }

        @Override
        protected List<R> open(@Nullable T item) {
            pushed.clear();
            if (item == null) {
                gatherer.finisher().accept(state, out);
            } else if (!integrator.integrate(state, item, out)) {
                upstream.cancel();
                onComplete();
            }
            return pushed;
        }
    }
}
