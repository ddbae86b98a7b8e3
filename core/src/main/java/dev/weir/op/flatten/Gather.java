package dev.weir.op.flatten;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Gatherer;

/** What a gatherer of the JDK makes of each item, in one subscription. */
final class Gather<T, A, R> implements Function<T, List<R>> {
    private final Gatherer<? super T, A, R> gatherer;
    final Gatherer.Integrator<A, ? super T, R> integrator;
    private final A state;
    private final Gatherer.Downstream<R> downstream;
    final List<R> pushed = new ArrayList<>(); // what nobody has asked for yet
    boolean wantsMore = true;

    Gather(Gatherer<? super T, A, R> gatherer, Gatherer.Downstream<R> downstream) {
        this.gatherer = gatherer;
        this.integrator = gatherer.integrator();
        this.state = gatherer.initializer().get();
        this.downstream = downstream;
    }

    @Override
    public List<R> apply(T item) {
        pushed.clear();
        wantsMore = integrator.integrate(state, item, downstream);
        return pushed;
    }

    /** What comes after the last item. */
    List<R> rest() {
        pushed.clear();
        gatherer.finisher().accept(state, downstream);
        return pushed;
    }
}
