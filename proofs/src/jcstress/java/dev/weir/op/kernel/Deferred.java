package dev.weir.op.kernel;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;

/** A One whose outcome a test gives, and which remembers what became of it. */
public final class Deferred extends Step<Integer> {
    private final Requested cancels = new Requested();
    private volatile Waiting waiting;

    public Deferred() {
        super(1);
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Waiting(this);
    }

    /** Whether somebody waits for the outcome; only then can it be given. */
    public boolean isStarted() {
        return waiting != null;
    }

    public void give(Object outcome) {
        waiting.accept(outcome);
    }

    public void giveIfStarted(Object outcome) {
        if (isStarted()) {
            give(outcome);
        }
    }

    public long cancels() {
        return cancels.get();
    }

    private static final class Waiting extends Pending {
        private final Deferred deferred;

        Waiting(Deferred deferred) {
            this.deferred = deferred;
        }

        @Override
        protected void start(Run starting) {
            deferred.waiting = this;
            onCancel(() -> deferred.cancels.add(1));
        }
    }
}
