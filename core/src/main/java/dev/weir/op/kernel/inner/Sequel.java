package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Root;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One subscription to a {@link Sequence}: it is told what has ended, and tells its {@link Sequencing} what comes next,
 * at once or later, by one of the methods that take a sequel.
 */
public abstract class Sequel<T> {
    public final Root root; // the subscription, as those see it who are started by this

    protected @Nullable Sequel<T> below; // which goes on when this one is over

    private final @Nullable Many<? extends T> first;

    /**
     * @param first what it begins with; null if it begins in a way of its own
     */
    protected Sequel(Root root, @Nullable Many<? extends T> first) {
        this.root = root;
        this.first = first;
    }

    /** Nothing has been started yet, or it begins again. */
    protected void begin(Sequencing<T> sequencing) {
        sequencing.start(this, Objects.requireNonNull(first));
    }

    /** The stream that was started has completed. */
    protected void completed(Sequencing<T> sequencing) {
        sequencing.end(this, null);
    }

    /** The stream that was started has failed. */
    protected void failed(Sequencing<T> sequencing, Throwable failure) {
        sequencing.end(this, failure);
    }

    /** Begins once more, as soon as an item may be emitted. */
    protected final void beginAgain(Sequencing<T> sequencing) {
        if (sequencing.hasRoom(1)) {
            begin(sequencing);
        } else {
            sequencing.onDemand(() -> begin(sequencing), () -> {});
        }
    }

    /** Does what comes next, some time later if there is a pause, unless all is cancelled. */
    protected final void later(Sequencing<T> sequencing, Duration pause, Runnable next) {
        Slot timer = new Slot();
        if (pause.isZero()) {
            next.run();
        } else if (sequencing.isFedBy(timer)) {
            timer.schedule(root, next, pause);
        }
    }
}
