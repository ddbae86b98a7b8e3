package dev.weir.op.kernel.border;

import dev.weir.Many;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Crossing;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A stream fed by somebody else's publisher, which it does not trust. */
public final class ForeignPublisher<T> extends Source<T> {
    private final Flow.Publisher<? extends T> publisher;

    private ForeignPublisher(Flow.Publisher<? extends T> publisher) {
        this.publisher = publisher;
    }

    /** The stream of what the publisher emits: itself if it is one. */
    @SuppressWarnings("unchecked") // the items are read only
    public static <T> Many<T> of(Flow.Publisher<? extends T> publisher) {
        Objects.requireNonNull(publisher, "from: the publisher is null");
        return publisher instanceof Many<? extends T> many ? (Many<T>) many : new ForeignPublisher<>(publisher);
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        Strict<T> strict = new Strict<>(Crossing.into(stage), root);
        try {
            publisher.subscribe(strict);
        } catch (Throwable failure) {
            strict.onError(failure);
        }
    }

    /**
     * Lets through what the rules allow: one onSubscribe, no more items than asked for, nothing
     * after the end. Nothing that goes wrong below it is thrown at the publisher.
     */
    private static final class Strict<T> extends Requested implements Flow.Subscriber<T>, Upstream {
        /*
         * A publisher may answer a request from inside onNext with the next item, at once (rule 3.3). Our stages
         * count on signals that are not nested, so such a request waits until onNext has returned. `emitter` is
         * read by any thread, but only the one that wrote it can find itself there.
         *
         * More credit is taken before anything is decided by it: HotSpot compiles both answers to what it was hardly ever
         * asked, and an item that may be refused then is always made, where it could be but a box in registers.
         */
        private static final VarHandle ENDED = Atomics.field(MethodHandles.lookup(), "ended", boolean.class);
        private static final VarHandle EMITTER = Atomics.field(MethodHandles.lookup(), "emitter", long.class);
        private static final VarHandle REFUSED = Atomics.field(MethodHandles.lookup(), "refused", Throwable.class);
        private static final int BATCH = 64;

        private final Stage<? super T> stage;
        private final Root root;
        private Flow.Subscription subscription = Upstream.NONE;
        private long taken; // of what was requested
        private long credit; // of what was taken, still to come
        private long emitter; // a thread's id, or 0
        private long owed; // not used up: asked for again in batches, while others are still to come
        private long deferred;
        private volatile boolean ended;
        private volatile @Nullable Throwable refused; // by another thread

        Strict(Stage<? super T> stage, Root root) {
            this.stage = stage;
            this.root = root;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            Objects.requireNonNull(newSubscription, "subscription (rule 2.13)");
            if (ended || subscription != Upstream.NONE) {
                newSubscription.cancel(); // rule 2.5
                return;
            }
            subscription = newSubscription;
            try {
                stage.onSubscribe(this);
            } catch (Throwable failure) {
                crash(failure);
            }
        }

        @Override
        public void onNext(T item) {
            if (credit == 0) {
                long all = get();
                credit = all - taken;
                taken = all;
            }
            if ((boolean) ENDED.get(this) || item == null || credit == 0) {
                refuse(item);
                return;
            }
            long left = --credit;
            emitter = Thread.currentThread().threadId();
            try {
                if ((!stage.onNext(item) && ++owed == BATCH) || left == 0) {
                    deferOwed();
                }
            } catch (Throwable failure) {
                crash(failure);
            }
            emitter = 0;
            if (deferred > 0) {
                long n = deferred;
                deferred = 0;
                ask(n);
            }
            if (REFUSED.get(this) != null) { // who refuses on another thread sees to it, too
                endRefused();
            }
        }

        private void crash(Throwable failure) {
            cancel();
            root.caught(failure);
        }

        private void refuse(@Nullable T item) {
            RuntimeException failure = item == null
                    ? new NullPointerException("the publisher emitted null (rule 2.13)")
                    : new IllegalStateException("the publisher emitted more than was requested (rule 1.1)");
            if (!ended) {
                cancel();
                end(failure);
            }
            if (item == null) {
                throw failure;
            }
            Undelivered.tell(item, root.context());
        }

        private void deferOwed() {
            if (taken == Long.MAX_VALUE) {
                owed = 0;
            } else if (owed == BATCH || (owed > 0 && get() == taken)) {
                credit += owed;
                deferred = Requested.sum(deferred, owed);
                owed = 0;
            }
        }

        // ---------------------------------------------------------------- the end

        @Override
        public void onError(Throwable failure) {
            if (failure == null) {
                NullPointerException refusal = new NullPointerException("the publisher failed with null (rule 2.13)");
                onError(refusal);
                throw refusal;
            }
            if (ended) {
                Dropped.report(failure, root.context());
                return;
            }
            ended = true;
            end(failure);
        }

        private void end(@Nullable Throwable failure) {
            root.guard(() -> {
                if (subscription == Upstream.NONE) {
                    subscription = this; // none that comes now is wanted
                    stage.onSubscribe(Upstream.NONE);
                }
                stage.onEnd(failure == null ? null : root.made(failure, null, null));
            });
        }

        @Override
        public void onComplete() {
            if (!ended && subscription == Upstream.NONE) {
                onError(new IllegalStateException("the publisher completed before onSubscribe (rule 1.9)"));
            } else if (!ended) {
                ended = true;
                end(null);
            }
        }

        // ---------------------------------------------------------------- the other way

        @Override
        public void request(long n) {
            add(n);
            if (emitter == Thread.currentThread().threadId()) {
                deferred = Requested.sum(deferred, n);
            } else {
                ask(n);
            }
        }

        /** A subscription that throws breaks rule 3.16. */
        private void ask(long n) {
            if (ended) {
                return;
            }
            try {
                subscription.request(n);
            } catch (Throwable failure) {
                if (!ended) {
                    cancel();
                    refused = failure;
                    Between.run(EMITTER, this, emitter, this::endRefused);
                }
            }
        }

        private void endRefused() {
            Throwable failure = refused;
            if (failure != null && REFUSED.compareAndSet(this, failure, null)) {
                end(failure);
            }
        }

        @Override
        public void cancel() {
            if (!ended) {
                ended = true;
                Dropped.reportThrown(subscription::cancel, root.context());
            }
        }
    }
}
