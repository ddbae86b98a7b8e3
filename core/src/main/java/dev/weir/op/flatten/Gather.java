package dev.weir.op.flatten;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Gatherer;

/** What a gatherer of the JDK makes of each item, in one subscription. */
final class Gather<T, A, R> implements Function<T, List<R>>, Gatherer.Downstream<R> {
    private final Gatherer<? super T, A, R> gatherer;
    final Gatherer.Integrator<A, ? super T, R> integrator;
    private final A state;
    private final List<R> pushed = new ArrayList<>();
    private Predicate<? super R> target = pushed::add;
    boolean wantsMore = true;

    Gather(Gatherer<? super T, A, R> gatherer) {
        this.gatherer = gatherer;
        this.integrator = gatherer.integrator();
        this.state = gatherer.initializer().get();
    }

    /** What is pushed goes there from now on, which says whether it wants more. */
    void passTo(Predicate<? super R> newTarget) {
        target = newTarget;
    }

    @Override
    public List<R> apply(T item) {
        pushed.clear();
        wantsMore = integrate(item);
        return pushed;
    }

    boolean integrate(T item) {
        return integrator.integrate(state, item, this);
    }

    /** What comes after the last item. */
    List<R> rest() {
        pushed.clear();
        gatherer.finisher().accept(state, this);
        return pushed;
    }

    @Override
    public boolean push(R item) {
        return target.test(Objects.requireNonNull(item, "gather: the gatherer pushed null"));
    }
}
