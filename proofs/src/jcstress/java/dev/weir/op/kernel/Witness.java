package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The last stage of a stream under stress: counts what comes and notices what breaks the rules.
 *
 * <p>The mark of being inside a signal is opaque and not atomic, so that it adds no fence that could hide a race.
 */
final class Witness<T> extends Stage<T> {
    private static final int SPINS = 8;

    private final Requested asked = new Requested();
    private final AtomicInteger inside = new AtomicInteger();
    private Upstream upstream = Upstream.NONE;
    private int subscriptions;
    private int items;
    private int completions;
    private int failures;
    private volatile String broken = "";

    Witness() {
        super(Context.empty());
    }

    Witness(Context context) {
        super(context);
    }

    void request(long n) {
        asked.add(n);
        upstream.request(n);
    }

    void cancel() {
        upstream.cancel();
    }

    int items() {
        return items;
    }

    boolean hasEnded() {
        return completions + failures > 0;
    }

    boolean hasFailed() {
        return failures > 0;
    }

    /** What came, or the rule that was broken. */
    String story() {
        if (!broken.isEmpty()) {
            return broken;
        }
        return items + (completions > 0 ? ", completed" : failures > 0 ? ", failed" : "");
    }

    private void enter() {
        if (inside.getOpaque() != 0) {
            broken = "signals overlap";
        }
        inside.setOpaque(1);
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
    }

    private void leave() {
        inside.setOpaque(0);
    }

    private void notAfterEnd(String signal) {
        if (completions + failures > 0) {
            broken = signal + " after the end";
        } else if (subscriptions == 0) {
            broken = signal + " before onSubscribe";
        }
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        notAfterEndOfNothing();
        upstream = newUpstream;
    }

    private void notAfterEndOfNothing() {
        if (subscriptions++ > 0) {
            broken = "onSubscribe twice";
        } else if (completions + failures > 0) {
            broken = "onSubscribe after the end";
        }
    }

    @Override
    public boolean onNext(T item) {
        enter();
        notAfterEnd("onNext");
        if (++items > asked.get()) {
            broken = "more than requested";
        }
        leave();
        return true;
    }

    @Override
    public void onError(Throwable failure) {
        enter();
        notAfterEnd("onError");
        failures++;
        leave();
    }

    @Override
    public void onComplete() {
        enter();
        notAfterEnd("onComplete");
        completions++;
        leave();
    }
}
