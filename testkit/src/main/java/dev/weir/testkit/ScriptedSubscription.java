package dev.weir.testkit;

import dev.weir.testkit.Script.End;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays the script to one subscriber, as far as it asks for. */
final class ScriptedSubscription implements Flow.Subscription {
    private final Script script;
    private final Pace pace;
    private final History history;
    private final Flow.Subscriber<? super Integer> subscriber;
    private final AtomicInteger work = new AtomicInteger();

    // guarded by the history
    private final List<String> violations = new ArrayList<>();
    private long requested;
    private int position;
    private boolean opened;
    private boolean cancelled;
    private boolean ended;

    ScriptedSubscription(Script script, Pace pace, History history, Flow.Subscriber<? super Integer> subscriber) {
        this.script = script;
        this.pace = pace;
        this.history = history;
        this.subscriber = subscriber;
    }

    void open() {
        subscriber.onSubscribe(this);
        synchronized (history) {
            opened = true;
            history.add("source", "is open");
        }
        wake();
    }

    @Override
    public void request(long n) {
        synchronized (history) {
            history.add("source", "got request(" + History.amount(n) + ")");
            if (n <= 0) {
                violations.add("request(" + n + ") reached the source (rule 3.9)");
                return;
            }
            requested = SignalRules.sum(requested, n);
        }
        wake();
    }

    @Override
    public void cancel() {
        synchronized (history) {
            history.add("source", "got cancel");
            cancelled = true;
        }
    }

    private void wake() {
        if (pace == Pace.REQUESTER) {
            play();
        } else if (pace == Pace.OWN_THREAD && work.getAndIncrement() == 0) {
            Thread.ofVirtual().name("source").start(this::playAll);
        }
    }

    /** Emits what is asked for, unless that is being done already. */
    void play() {
        if (work.getAndIncrement() == 0) {
            playAll();
        }
    }

    /** Whether {@code onSubscribe} is over, before which a thread other than the subscriber's must not signal. */
    boolean isOpened() {
        synchronized (history) {
            return opened;
        }
    }

    private void playAll() {
        int missed = 1;
        while (missed != 0) {
            while (step()) {
                // the next one
            }
            missed = work.addAndGet(-missed);
        }
        history.changed();
    }

    /** Sends the next signal of the script if that is allowed now. */
    private boolean step() {
        int item;
        synchronized (history) {
            if (cancelled || ended) {
                return false;
            }
            item = position;
            if (item < script.items) {
                if (item >= requested) {
                    return false;
                }
                position++;
                history.add("source", "item " + item);
            } else if (script.end == End.NONE) {
                return false;
            } else {
                ended = true;
                history.add("source", script.fails() ? "failure" : "completion");
            }
        }
        send(item);
        return true;
    }

    private void send(int item) {
        try {
            if (item < script.items) {
                subscriber.onNext(item);
            } else if (script.fails()) {
                subscriber.onError(new PlannedFailure("the source fails"));
            } else {
                subscriber.onComplete();
            }
        } catch (Throwable thrown) {
            synchronized (history) {
                violations.add("a signal of the source was answered by throwing " + thrown);
            }
        }
    }

    boolean isIdle() {
        return work.get() == 0;
    }

    boolean isOpen() {
        return !cancelled && !ended;
    }

    boolean isUnbounded() {
        synchronized (history) {
            return requested == Long.MAX_VALUE;
        }
    }

    List<String> violations() {
        synchronized (history) {
            return List.copyOf(violations);
        }
    }
}
