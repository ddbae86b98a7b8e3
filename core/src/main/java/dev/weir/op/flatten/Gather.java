package dev.weir.op.flatten;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Gatherer;

/** What a gatherer of the JDK makes of each item, in one subscription. */
final class Gather<T, A, R> implements Function<T, List<R>>, Gatherer.Downstream<R> {
    private final Gatherer<? super T, A, R> gatherer;
    final Gatherer.Integrator<A, ? super T, R> integrator;
    private final A state;
    private final Predicate<? super R> taken;
    private final BooleanSupplier rejected;
    final List<R> pushed = new ArrayList<>(); // what nobody has asked for yet
    boolean wantsMore = true;

    /**
     * @param taken takes an item that is pushed, unless it is not asked for yet
     * @param rejected whether nobody wants more
     */
    Gather(Gatherer<? super T, A, R> gatherer, Predicate<? super R> taken, BooleanSupplier rejected) {
        this.gatherer = gatherer;
        this.integrator = gatherer.integrator();
        this.state = gatherer.initializer().get();
        this.taken = taken;
        this.rejected = rejected;
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
        Objects.requireNonNull(item, "gather: the gatherer pushed null");
        if (!pushed.isEmpty() || !taken.test(item)) {
            pushed.add(item);
        }
        return !isRejecting();
    }

    @Override
    public boolean isRejecting() {
        return rejected.getAsBoolean();
    }
}
