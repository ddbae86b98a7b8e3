package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream made from another: the immutable description of which {@link #attach} makes the running
 * stage.
 */
public abstract class Operator<T, R> extends Source<R> {
    private final Source<T> source;
    private final @Nullable Object function;
    private final Class<?> stage;

    /**
     * Of a stream alone.
     *
     * @param stage the class of the stage, of which there may be copies; it has one constructor, which takes what {@link
     *     #attach} gives it
     */
    protected Operator(Many<T> source, Class<?> stage) {
        this.source = of(source);
        this.function = null;
        this.stage = stage;
    }

    /**
     * @param function what the user gave the operator to call; its class tells the site
     */
    protected Operator(Many<T> source, Object function, Class<?> stage) {
        this.source = of(source);
        this.stage = stage;
        this.function = Argument.function(function, getClass());
        Site.note(function);
    }

    /**
     * Makes the stage: from this description, the stage that it signals, and the subscription.
     */
    protected abstract Stage<T> attach(Stage<? super R> downstream, Root root);

    protected static int positive(int value, String what) {
        return Argument.checked(value, value > 0, what + " must be positive");
    }

    @SuppressWarnings("unchecked") // a copy of the class makes what it would
    final Stage<T> attachCopy(Stage<? super R> downstream, Root root) {
        Object copy = Tailor.make(stage, function, downstream, this, downstream, root);
        return copy == null ? attach(downstream, root) : (Stage<T>) copy;
    }

    @Override
    protected final void start(Stage<? super R> stage, Root root) {
        connect(this, stage, root);
    }

    @Override
    protected final Source<T> above() {
        return source;
    }

    public final Source<T> source() {
        return source;
    }

    /** What the user gave. A constructor that keeps more does so before it calls this class's: nothing is stored after. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the type it was given with
    public final <F> F function() {
        return (F) Objects.requireNonNull(function);
    }
}
