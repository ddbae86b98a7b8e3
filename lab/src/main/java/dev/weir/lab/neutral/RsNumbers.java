package dev.weir.lab.neutral;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Random longs, the same for each subscriber. */
public final class RsNumbers implements Publisher<Long> {
    private final long count;

    public RsNumbers() {
        this(Long.MAX_VALUE);
    }

    public RsNumbers(long count) {
        this.count = count;
    }

    @Override
    public void subscribe(Subscriber<? super Long> subscriber) {
        subscriber.onSubscribe(new Emission(subscriber, count));
    }

    private static final class Emission extends AtomicLong implements Subscription {
        private final Subscriber<? super Long> subscriber;
        private final Random random = new Random(Seed.NUMBERS);
        private long left;
        private volatile boolean ended;
        private volatile boolean misused;

        Emission(Subscriber<? super Long> subscriber, long count) {
            this.subscriber = subscriber;
            this.left = count;
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                misused = true;
            }
            if (getAndAccumulate(Math.max(1, n), Demand::add) == 0) {
                emit();
            }
        }

        @Override
        public void cancel() {
            ended = true;
        }

        private void emit() {
            long demanded = get();
            long emitted = 0;
            while (true) {
                while (emitted != demanded) {
                    if (ended || misused) {
                        end();
                        return;
                    }
                    subscriber.onNext(random.nextLong());
                    emitted++;
                    if (--left == 0 && !ended) {
                        ended = true;
                        subscriber.onComplete();
                        return;
                    }
                }
                demanded = addAndGet(-emitted);
                emitted = 0;
                if (demanded == 0) {
                    return;
                }
            }
        }

        private void end() {
            if (!ended) {
                ended = true;
                subscriber.onError(Demand.misused());
            }
        }
    }
}
