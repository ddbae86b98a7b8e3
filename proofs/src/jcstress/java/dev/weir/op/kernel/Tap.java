package dev.weir.op.kernel;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;

/** A source whose signals a test sends, and which remembers what it was asked. Keeps the law: silent once cancelled. */
public final class Tap<T> extends Source<T> implements Upstream {
    private final Requested asked = new Requested();
    private volatile Stage<? super T> stage;
    private volatile boolean cancelled;
    private volatile boolean ended;
    private volatile int sent;

    @Override
    protected void start(Stage<? super T> newStage, Root root, boolean few) {
        stage = newStage;
        newStage.onSubscribe(this);
    }

    public void next(T item) {
        if (!cancelled) {
            sent++;
            stage.onNext(item);
        }
    }

    public void fail() {
        fail(new Marked());
    }

    public void fail(Throwable failure) {
        if (!cancelled) {
            ended = true;
            stage.onError(failure);
        }
    }

    public void failIfStarted() {
        if (isStarted()) {
            fail();
        }
    }

    public void complete() {
        if (!cancelled) {
            ended = true;
            stage.onComplete();
        }
    }

    public boolean isStarted() {
        return stage != null;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** Whether it has sent its end. */
    public boolean hasEnded() {
        return ended;
    }

    /** What became of a failure that it was to fail with; what is given, and not reported, has to arrive. */
    public String fate(Marked failure) {
        if (failure.isDropped()) {
            return "reported";
        }
        return ended ? "given" : "not made";
    }

    /** Whether it was started, and neither has ended nor was cancelled. */
    public boolean isRunning() {
        return isStarted() && !ended && !cancelled;
    }

    /** How many items it has emitted. */
    public int sent() {
        return sent;
    }

    public long asked() {
        return asked.get();
    }

    @Override
    public void request(long n) {
        asked.add(n);
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
