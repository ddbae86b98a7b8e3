package dev.weir.testkit;

import dev.weir.Many;
import java.util.concurrent.Flow;
import java.util.function.Function;

/** An operator made outside of the library that passes everything on; each subclass breaks one law. */
class Relay implements Flow.Subscriber<Integer>, Flow.Subscription {
    protected final Flow.Subscriber<? super Integer> downstream;
    protected Flow.Subscription upstream;

    Relay(Flow.Subscriber<? super Integer> downstream) {
        this.downstream = downstream;
    }

    static Many<Integer> of(Many<Integer> source, Function<Flow.Subscriber<? super Integer>, Relay> relay) {
        Flow.Publisher<Integer> publisher = downstream -> source.subscribe(relay.apply(downstream));
        return Many.from(publisher);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        downstream.onSubscribe(this);
    }

    @Override
    public void onNext(Integer item) {
        downstream.onNext(item);
    }

    @Override
    public void onError(Throwable failure) {
        downstream.onError(failure);
    }

    @Override
    public void onComplete() {
        downstream.onComplete();
    }

    @Override
    public void request(long n) {
        upstream.request(n);
    }

    @Override
    public void cancel() {
        upstream.cancel();
    }

    /** Drops items without asking for others. */
    static final class LosesDemand extends Relay {
        LosesDemand(Flow.Subscriber<? super Integer> downstream) {
            super(downstream);
        }

        @Override
        public void onNext(Integer item) {
            if (item % 2 == 0) {
                downstream.onNext(item);
            }
        }
    }

    static final class IgnoresCancel extends Relay {
        IgnoresCancel(Flow.Subscriber<? super Integer> downstream) {
            super(downstream);
        }

        @Override
        public void cancel() {}
    }

    /** Completes after the first item and leaves upstream as it is. */
    static final class CompletesEarly extends Relay {
        private boolean done;

        CompletesEarly(Flow.Subscriber<? super Integer> downstream) {
            super(downstream);
        }

        @Override
        public void onNext(Integer item) {
            if (!done) {
                done = true;
                downstream.onNext(item);
                downstream.onComplete();
            }
        }

        @Override
        public void onComplete() {
            if (!done) {
                downstream.onComplete();
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (!done) {
                downstream.onError(failure);
            }
        }
    }

    static final class FailsWithoutCancel extends Relay {
        private final Fault fault;
        private boolean done;

        FailsWithoutCancel(Flow.Subscriber<? super Integer> downstream, Fault fault) {
            super(downstream);
            this.fault = fault;
        }

        @Override
        public void onNext(Integer item) {
            if (done) {
                return;
            }
            try {
                downstream.onNext(fault.at(item, item));
            } catch (Throwable planned) {
                done = true;
                downstream.onError(planned);
            }
        }

        @Override
        public void onComplete() {
            if (!done) {
                downstream.onComplete();
            }
        }
    }
}
