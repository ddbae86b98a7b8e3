package dev.weir.op.kernel;

import dev.weir.Many;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream made from another: the immutable description of which {@link #attach} makes the running
 * stage. The constructor of a stage takes this description and the downstream stage, nothing else.
 */
public abstract class Operator<T, R> extends Source<R> {
    private final Source<T> source;
    private final @Nullable Object function;

    protected Operator(Many<T> source) {
        this.source = of(source);
        this.function = null;
    }

    /**
     * @param function what the user gave the operator to call; its class tells the site
     */
    protected Operator(Many<T> source, Object function) {
        this.source = of(source);
        this.function = Objects.requireNonNull(function, this::missing);
    }

    private String missing() {
        String type = getClass().getSimpleName();
        return Character.toLowerCase(type.charAt(0)) + type.substring(1) + ": the operator's function must not be null";
    }

    protected abstract Stage<T> attach(Stage<? super R> downstream);

    protected static int positive(int value, String what) {
        return Argument.checked(value, value > 0, what + " must be positive");
    }

    @Override
    protected final void start(Stage<? super R> stage) {
        connect(this, stage);
    }

    public final Source<T> source() {
        return source;
    }

    public final @Nullable Object function() {
        return function;
    }
}
