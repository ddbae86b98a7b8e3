package dev.weir.op.source;

import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.function.Supplier;

/** Fails at once. */
public final class Fail<T> extends Source<T> {
    private final Supplier<? extends Throwable> failure;

    public Fail(Supplier<? extends Throwable> failure) {
        this.failure = Objects.requireNonNull(failure, "failure");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        Throwable made;
        try {
            made = Objects.requireNonNull(failure.get(), "fail: the supplier returned null");
        } catch (Throwable thrown) {
            made = thrown;
        }
        fail(stage, made);
    }
}
