package dev.weir.op.kernel;

/** A source whose signals a test sends, and which remembers what it was asked. Keeps the law: silent once cancelled. */
final class Tap<T> extends Source<T> implements Upstream {
    private final Requested asked = new Requested();
    private volatile Stage<? super T> stage;
    private volatile boolean cancelled;

    @Override
    protected void start(Stage<? super T> newStage) {
        stage = newStage;
        newStage.onSubscribe(this);
    }

    void next(T item) {
        if (!cancelled) {
            stage.onNext(item);
        }
    }

    void fail() {
        fail(new Marked());
    }

    void fail(Throwable failure) {
        if (!cancelled) {
            stage.onError(failure);
        }
    }

    void failIfStarted() {
        if (isStarted()) {
            fail();
        }
    }

    void complete() {
        if (!cancelled) {
            stage.onComplete();
        }
    }

    boolean isStarted() {
        return stage != null;
    }

    boolean isCancelled() {
        return cancelled;
    }

    long asked() {
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
