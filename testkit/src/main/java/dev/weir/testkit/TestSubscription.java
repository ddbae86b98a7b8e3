package dev.weir.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** One subscriber of a {@link TestPublisher}; its state is guarded by the history. */
final class TestSubscription<T> implements Flow.Subscription {
    private final Flow.Subscriber<? super T> subscriber;
    private final Set<Misbehaviour> misbehaviour;
    private final History history;
    private final List<String> violations = new ArrayList<>();
    private long requested;
    private long sent;
    private boolean opened;
    private boolean cancelled;
    private boolean ended;

    TestSubscription(Flow.Subscriber<? super T> subscriber, Set<Misbehaviour> misbehaviour, History history) {
        this.subscriber = subscriber;
        this.misbehaviour = misbehaviour;
        this.history = history;
    }

    void open() {
        if (!does(Misbehaviour.BEFORE_SUBSCRIPTION)) {
            subscribe();
        }
    }

    private void subscribe() {
        synchronized (history) {
            opened = true;
        }
        subscriber.onSubscribe(this);
        if (does(Misbehaviour.SEVERAL_SUBSCRIPTIONS)) {
            subscriber.onSubscribe(new Extra());
        }
    }

    void next(T item) {
        synchronized (history) {
            if (sent >= requested && !mayGoBeyondDemand()) {
                throw new AssertionError(
                        "item " + item + " was not asked for: " + requested + " were requested and sent\n" + history);
            }
            sent++;
        }
        signal(to -> to.onNext(item));
    }

    private boolean mayGoBeyondDemand() {
        return does(Misbehaviour.BEYOND_DEMAND) || !opened || cancelled || ended;
    }

    void error(Throwable failure) {
        end();
        signal(to -> to.onError(failure));
    }

    void complete() {
        end();
        signal(Flow.Subscriber::onComplete);
    }

    private void end() {
        synchronized (history) {
            ended = true;
        }
    }

    private void signal(Consumer<Flow.Subscriber<? super T>> signal) {
        signal.accept(subscriber);
        boolean late;
        synchronized (history) {
            late = !opened;
        }
        if (late) {
            subscribe();
        }
    }

    @Override
    public void request(long n) {
        synchronized (history) {
            history.add("publisher", "got request(" + History.amount(n) + ")");
            if (n > 0) {
                requested = SignalRules.sum(requested, n);
                return;
            }
            violations.add("request(" + n + ") (rule 3.9)");
            if (cancelled || ended) {
                return;
            }
            ended = true;
        }
        subscriber.onError(new IllegalArgumentException("request(" + n + ") (rule 3.9)"));
    }

    @Override
    public void cancel() {
        synchronized (history) {
            history.add("publisher", "got cancel");
            cancelled = true;
        }
    }

    /** Whether a signal has to be sent here. */
    boolean listens() {
        synchronized (history) {
            return (!cancelled || does(Misbehaviour.IGNORE_CANCEL)) && (!ended || does(Misbehaviour.AFTER_THE_END));
        }
    }

    boolean isOpen() {
        return !cancelled && !ended;
    }

    boolean isCancelled() {
        return cancelled;
    }

    long requested() {
        return requested;
    }

    List<String> violations() {
        return violations;
    }

    private boolean does(Misbehaviour what) {
        return misbehaviour.contains(what);
    }

    /** A second subscription for the same subscriber, who must cancel it. */
    private final class Extra implements Flow.Subscription {
        @Override
        public void request(long n) {
            synchronized (history) {
                violations.add("request(" + n + ") to the second subscription (rule 2.5)");
            }
        }

        @Override
        public void cancel() {
            history.add("publisher", "got cancel of the second subscription");
        }
    }
}
