package dev.weir.op.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A stream fed by somebody else's publisher, which it does not trust. */
public final class ForeignPublisher<T> extends Source<T> {
    private final Flow.Publisher<? extends T> publisher;

    public ForeignPublisher(Flow.Publisher<? extends T> publisher) {
        this.publisher = Objects.requireNonNull(publisher, "publisher");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        Flow.Subscriber<T> strict = Tailor.make(ForeignPublisher.class, stage, this, stage, Strict::new);
        try {
            publisher.subscribe(strict);
        } catch (Throwable failure) {
            strict.onError(failure);
        }
    }

    /**
     * Lets through what the rules allow: one onSubscribe, no more items than asked for, nothing
     * after the end.
     */
    private static final class Strict<T> implements Flow.Subscriber<T>, Upstream {
        /*
         * A publisher may answer a request from inside onNext with the next item, at once (rule 3.3). Our stages
         * count on signals that are not nested, so such a request waits until onNext has returned. `emitter` is
         * read by any thread, but only the one that wrote it can find itself there.
         */
        private static final VarHandle ENDED = Atomics.field(MethodHandles.lookup(), "ended", boolean.class);
        private static final int BATCH = 64;

        private final Stage<? super T> stage;
        private final Requested requested = new Requested();
        private Flow.Subscription subscription = Upstream.NONE;
        private long taken; // of `requested`
        private long credit; // of what was taken, still to come
        private long emitter; // a thread's id, or 0
        private long owed; // not used up: asked for again in batches, while others are still to come
        private long deferred;
        private volatile boolean ended;

        Strict(ForeignPublisher<T> unused, Stage<? super T> stage) {
            this.stage = stage;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            Objects.requireNonNull(newSubscription, "subscription (rule 2.13)");
            if (ended || subscription != Upstream.NONE) {
                newSubscription.cancel(); // rule 2.5
                return;
            }
            subscription = newSubscription;
            stage.onSubscribe(this);
        }

        @Override
        public void onNext(T item) {
            if ((boolean) ENDED.get(this) || item == null || (credit == 0 && !takeCredit())) {
                refuse(item);
                return;
            }
            long left = --credit;
            emitter = Thread.currentThread().threadId();
            if ((!stage.onNext(item) && ++owed == BATCH) || left == 0) {
                deferOwed();
            }
            emitter = 0;
            if (deferred > 0) {
                askDeferred();
            }
        }

        private void refuse(@Nullable T item) {
            if (ended) {
                return;
            }
            if (item == null) {
                NullPointerException failure = new NullPointerException("the publisher emitted null (rule 2.13)");
                refuseWith(failure);
                throw failure;
            }
            refuseWith(new IllegalStateException("the publisher emitted more than was requested (rule 1.1)"));
        }

        private void askDeferred() {
            long n = deferred;
            deferred = 0;
            ask(n);
        }

        private boolean takeCredit() {
            long all = requested.get();
            credit = all - taken;
            taken = all;
            return credit > 0;
        }

        private void deferOwed() {
            if (taken == Long.MAX_VALUE) {
                owed = 0;
            } else if (owed == BATCH || (owed > 0 && requested.get() == taken)) {
                credit += owed;
                deferred = Requested.sum(deferred, owed);
                owed = 0;
            }
        }

        private void refuseWith(Throwable failure) {
            ended = true;
            subscription.cancel();
            end(failure);
        }

        @Override
        public void onError(Throwable failure) {
            if (failure == null) {
                NullPointerException refusal = new NullPointerException("the publisher failed with null (rule 2.13)");
                onError(refusal);
                throw refusal;
            }
            if (ended) {
                Dropped.report(failure, stage.context());
                return;
            }
            ended = true;
            end(failure);
        }

        private void end(Throwable failure) {
            if (subscription == Upstream.NONE) {
                stage.onSubscribe(Upstream.NONE);
            }
            stage.onError(failure);
        }

        @Override
        public void onComplete() {
            if (ended) {
                return;
            }
            if (subscription == Upstream.NONE) {
                onError(new IllegalStateException("the publisher completed before onSubscribe (rule 1.9)"));
                return;
            }
            ended = true;
            stage.onComplete();
        }

        @Override
        public void request(long n) {
            requested.add(n);
            if (emitter == Thread.currentThread().threadId()) {
                deferred = Requested.sum(deferred, n);
            } else {
                ask(n);
            }
        }

        private void ask(long n) {
            if (!ended) {
                subscription.request(n);
            }
        }

        @Override
        public void cancel() {
            if (!ended) {
                ended = true;
                subscription.cancel();
            }
        }
    }
}
