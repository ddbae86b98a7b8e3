package dev.weir.op.kernel.root;

import dev.weir.Context;
import org.jspecify.annotations.Nullable;

/**
 * One subscription, as those see it who take part in it: what it carries, and the one way to fail it from wherever
 * something goes wrong. Its last stage is it.
 */
public interface Root {
    Context context();

    /**
     * Fails the subscription, whatever its stages are doing at that moment: all of it is cancelled, and its subscriber
     * is told, unless it has ended. From any thread.
     */
    void crash(Throwable failure);

    /** A failure was made, and goes down: if it gets out of the pipeline, this is where it was made. */
    void made(Origin origin);

    /** The failure, of which it is told that it was made by a stage, in what the user gave to it, or elsewhere if there is none. */
    default Throwable made(Throwable failure, @Nullable Class<?> stage, @Nullable Object function) {
        made(Origin.of(failure, stage, function, context()));
        return failure;
    }

    /** The failure, with a note of where it was made, if that is known still. */
    Throwable noted(Throwable failure);

    /** For whoever starts something and finds that it has thrown what nobody below has caught. */
    default void caught(Throwable thrown) {
        crash(thrown);
        Failures.throwIfFatal(thrown);
    }

    /** Runs an action, of which nobody below catches what it throws. */
    default void guard(Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            caught(thrown);
        }
    }

    /** A part of a subscription that has a context of its own: those above see it. */
    record Scope(Root whole, Context context) implements Root {
        @Override
        public void crash(Throwable failure) {
            whole.crash(failure);
        }

        @Override
        public void made(Origin origin) {
            whole.made(origin);
        }

        @Override
        public Throwable noted(Throwable failure) {
            return whole.noted(failure);
        }
    }
}
