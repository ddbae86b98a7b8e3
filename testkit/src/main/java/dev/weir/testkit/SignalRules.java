package dev.weir.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares the signals of one subscription with the rules of Reactive Streams; guarded by the
 * history.
 */
final class SignalRules {
    private final History history;
    private final String who;
    private final List<String> violations = new ArrayList<>();
    private long requested;
    private long received;
    private boolean subscribed;
    private boolean ended;
    private @Nullable String running;

    SignalRules(History history, String who) {
        this.history = history;
        this.who = who;
    }

    List<String> violations() {
        return violations;
    }

    long requested() {
        return requested;
    }

    long received() {
        return received;
    }

    void request(long n) {
        if (n > 0) {
            requested = sum(requested, n);
        }
    }

    /** False if it is not the first, so that its subscription has to be cancelled. */
    boolean onSubscribe(@Nullable Object subscription) {
        history.add(who, "onSubscribe");
        if (subscription == null) {
            violated("onSubscribe(null) (rule 2.13)");
            return false;
        }
        if (subscribed) {
            violated("onSubscribe was called a second time (rule 2.5)");
            return false;
        }
        subscribed = true;
        return true;
    }

    /** False if another signal runs still, which then is the one to {@link #leave}. */
    boolean onNext(@Nullable Object item) {
        String signal = "item " + item;
        boolean alone = enter(signal);
        received++;
        if (item == null) {
            violated("onNext(null) (rule 2.13)");
        } else if (received > requested) {
            violated(signal + " came though only " + requested + " were requested (rule 1.1)");
        }
        return alone;
    }

    /** False if another signal runs still. */
    boolean onError(@Nullable Throwable failure) {
        boolean alone = enter("failure " + failure);
        if (failure == null) {
            violated("onError(null) (rule 2.13)");
        }
        ended = true;
        return alone;
    }

    /** False if another signal runs still. */
    boolean onComplete() {
        boolean alone = enter("completion");
        ended = true;
        return alone;
    }

    void leave() {
        running = null;
    }

    private boolean enter(String signal) {
        history.add(who, signal);
        if (!subscribed) {
            violated(signal + " came before onSubscribe (rule 1.9)");
        }
        if (ended) {
            violated(signal + " came after the end (rule 1.7)");
        }
        String by = signal + " on " + History.threadName();
        if (running != null) {
            violated(by + " came inside of " + running + " (rule 1.3)");
            return false;
        }
        running = by;
        return true;
    }

    private void violated(String rule) {
        violations.add(rule);
        history.add(who, "BROKEN RULE: " + rule);
    }

    /** {@code a + b}, or unbounded. */
    static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
