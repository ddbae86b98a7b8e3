package dev.weir.op.flatten;

import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Gatherer;
import org.jspecify.annotations.Nullable;

/** What a gatherer of the JDK makes of each item, in one subscription. */
final class Gather<T, A, R> implements Function<T, List<R>>, Gatherer.Downstream<R> {
    private final Gatherer<? super T, A, R> gatherer;
    final Gatherer.Integrator<A, ? super T, R> integrator;
    private final A state;
    final List<R> pushed = new ArrayList<>();
    private @Nullable SerialDrain<?, ?> drain; // which items are pushed through, if not null
    private @Nullable Stage<? super R> downstream;
    boolean wantsMore = true;

    Gather(Gatherer<? super T, A, R> gatherer) {
        this.gatherer = gatherer;
        this.integrator = gatherer.integrator();
        this.state = gatherer.initializer().get();
    }

    /** What is pushed goes down at once from now on. */
    void pushTo(SerialDrain<?, ?> pushing, Stage<? super R> below) {
        drain = pushing;
        downstream = below;
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
        if (drain == null || downstream == null) {
            return pushed.add(item);
        }
        if (drain.isCancelled()) {
            Undelivered.tell(item, drain.context());
        } else {
            try {
                downstream.onNext(item);
            } catch (Throwable thrown) { // it is not the gatherer's
                drain.root().caught(thrown);
            }
        }
        return !drain.isCancelled();
    }
}
