package dev.weir.proofs.differential;

import java.util.List;
import java.util.concurrent.Flow;

/** A publisher of nobody's: emits the items as they are asked for, on the thread that asks. */
record Published(List<Integer> items) implements Flow.Publisher<Integer> {
    @Override
    public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
        Emitting emitting = new Emitting(items, subscriber);
        subscriber.onSubscribe(emitting);
        emitting.request(0);
    }

    private static final class Emitting implements Flow.Subscription {
        private final List<Integer> items;
        private final Flow.Subscriber<? super Integer> subscriber;
        private long requested;
        private int next;
        private boolean inside;
        private boolean over;

        Emitting(List<Integer> items, Flow.Subscriber<? super Integer> subscriber) {
            this.items = items;
            this.subscriber = subscriber;
        }

        @Override
        public void request(long n) {
            requested = Math.max(requested, requested + n);
            requested = n == Long.MAX_VALUE ? n : requested;
            if (!inside) {
                inside = true;
                emit();
                inside = false;
            }
        }

        private void emit() {
            while (!over && requested > 0 && next < items.size()) {
                requested--;
                subscriber.onNext(items.get(next++));
            }
            if (!over && next == items.size()) {
                over = true;
                subscriber.onComplete();
            }
        }

        @Override
        public void cancel() {
            over = true;
        }
    }
}
