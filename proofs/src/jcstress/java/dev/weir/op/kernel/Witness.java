package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The last stage of a stream under stress: counts what comes and notices what breaks the rules.
 *
 * <p>The mark of being inside a signal is opaque and not atomic, so that it adds no fence that could hide a race.
 */
public final class Witness<T> extends RootStage<T> {
    private static final int SPINS = 8;

    private final Requested asked = new Requested();
    private final AtomicInteger inside = new AtomicInteger();
    private Upstream upstream = Upstream.NONE;
    private int subscriptions;
    private int items;
    private int completions;
    private int failures;
    private volatile boolean crashed;
    private volatile String broken = "";

    public Witness() {
        this(Context.empty());
    }

    public Witness(Context context) {
        super(context, 0);
    }

    public void request(long n) {
        asked.add(n);
        upstream.request(n);
    }

    public void cancel() {
        upstream.cancel();
    }

    public int items() {
        return items;
    }

    public boolean hasEnded() {
        return completions + failures > 0;
    }

    public boolean hasFailed() {
        return failures > 0;
    }

    /** What came, or the rule that was broken. */
    public String story() {
        if (!broken.isEmpty()) {
            return broken;
        }
        return items
                + (crashed ? ", crashed" : "")
                + (completions > 0 ? ", completed" : failures > 0 ? ", failed" : "");
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

    @Override
    public void crash(Throwable failure) {
        crashed = true;
    }
}
