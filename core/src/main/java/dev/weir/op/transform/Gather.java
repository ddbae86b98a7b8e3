package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Gatherer;

/** What a gatherer of the JDK makes of the items, in one subscription. */
public final class Gather<T, A, R> {
    private final Gatherer<? super T, A, R> gatherer;
    private final Gatherer.Integrator<A, ? super T, R> integrator;
    private final A state;
    private List<R> pushed = new ArrayList<>();
    private boolean wantsMore = true;

    private Gather(Gatherer<? super T, A, R> gatherer) {
        this.gatherer = gatherer;
        this.integrator = gatherer.integrator();
        this.state = gatherer.initializer().get();
    }

    public static <T, A, R> Many<R> of(Many<T> source, Gatherer<? super T, A, R> gatherer) {
        Argument.given(gatherer, "gather: the gatherer");
        return Many.defer(() -> new Gather<T, A, R>(gatherer).all(source).flatMapIterable(Function.identity()));
    }

    private Many<List<R>> all(Many<T> source) {
        Many<List<R>> each = source.map(this::integrate).takeUntil(list -> !wantsMore);
        return Many.concat(each, Many.defer(this::rest));
    }

    private List<R> integrate(T item) {
        wantsMore = integrator.integrate(state, item, this::push);
        return taken();
    }

    private Many<List<R>> rest() {
        gatherer.finisher().accept(state, this::push);
        return pushed.isEmpty() ? Many.empty() : Many.of(taken());
    }

    private boolean push(R item) {
        return pushed.add(item);
    }

    private List<R> taken() {
        if (pushed.isEmpty()) {
            return List.of();
        }
        List<R> taken = pushed;
        pushed = new ArrayList<>();
        return taken;
    }
}
