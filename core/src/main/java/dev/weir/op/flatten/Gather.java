package dev.weir.op.flatten;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Gatherer;

/** What a gatherer of the JDK makes of each item, in one subscription. */
final class Gather<T, A, R> implements Function<T, List<R>>, Gatherer.Downstream<R> {
    private final Gatherer<? super T, A, R> gatherer;
    final Gatherer.Integrator<A, ? super T, R> integrator;
    private final A state;
    private final List<R> pushed = new ArrayList<>();
    boolean wantsMore = true;

    Gather(Gatherer<? super T, A, R> gatherer) {
        this.gatherer = gatherer;
        this.integrator = gatherer.integrator();
        this.state = gatherer.initializer().get();
    }

    @Override
    public List<R> apply(T item) {
        pushed.clear();
        wantsMore = integrator.integrate(state, item, this);
        return pushed;
    }

    /** What comes after the last item. */
    List<R> rest() {
        pushed.clear();
        gatherer.finisher().accept(state, this);
        return pushed;
    }

    @Override
    public boolean push(R item) {
        return pushed.add(Objects.requireNonNull(item, "gather: the gatherer pushed null"));
    }
}
