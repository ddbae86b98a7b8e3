package dev.weir.op.kernel;

import dev.weir.Context;

/** A One whose outcome a test gives, and which remembers what became of it. */
final class Deferred extends Step<Integer> {
    private final Requested cancels = new Requested();
    private volatile Waiting waiting;

    Deferred() {
        super(1);
    }

    @Override
    public Object poll(Context context, int depth) {
        return new Waiting(this);
    }

    /** Whether somebody waits for the outcome; only then can it be given. */
    boolean isStarted() {
        return waiting != null;
    }

    void give(Object outcome) {
        waiting.accept(outcome);
    }

    void giveIfStarted(Object outcome) {
        if (isStarted()) {
            give(outcome);
        }
    }

    long cancels() {
        return cancels.get();
    }

    private static final class Waiting extends Pending {
        private final Deferred deferred;

        Waiting(Deferred deferred) {
            this.deferred = deferred;
        }

        @Override
        protected void start(Context startContext) {
            deferred.waiting = this;
            onCancel(() -> deferred.cancels.add(1));
        }
    }
}
