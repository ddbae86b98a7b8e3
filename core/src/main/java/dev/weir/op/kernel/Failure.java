package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The failure of a step. */
public final class Failure extends Signal {
    private final Throwable error;

    public Failure(Throwable error) {
        this.error = error;
    }

    public Throwable error() {
        return error;
    }

    /** What a method that waited for this throws: a checked exception is wrapped, an error thrown at once. */
    public static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException unchecked ? unchecked : new CompletionException(failure);
    }

    /** For an action that looked at this failure and failed itself. */
    public void suppress(Throwable other) {
        if (other != error) {
            error.addSuppressed(other);
        }
    }

    /** For a function that should have recovered from this failure and failed itself. */
    public Failure replacedBy(Throwable other) {
        if (other != error) {
            other.addSuppressed(error);
        }
        return new Failure(other);
    }

    @Override
    public @Nullable Object through(Then then, Context context, int depth) {
        return then.recover(this, context, depth);
    }
}
