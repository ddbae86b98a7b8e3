package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream made from another: the immutable description of the running stage.
 */
@SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"}) // its parts are given to it alone
public abstract class Operator<T, R> extends Source<R> {
    /** In place of a function. */
    protected static final Object NONE = new Object();

    private final @Nullable Object function;
    private final Class<?> stage;
    private final Making<Operator<T, R>, R, Stage<T>> attachment;

    /**
     * Of one stream.
     *
     * @param function what the user gave the operator to call, whose class tells the site; or NONE
     * @param stage the class of the stage, of which there may be copies; it has one constructor, which is the attachment
     */
    protected <O extends Operator<T, R>> Operator(
            Many<T> source, Object function, Class<?> stage, Making<O, R, Stage<T>> attachment) {
        super(source);
        this.stage = stage;
        this.attachment = (Making<Operator<T, R>, R, Stage<T>>) attachment;
        this.function = function == NONE ? null : Site.note(Argument.function(function, getClass()));
    }

    /**
     * Makes its stage.
     *
     * @param few whether the class itself serves, as there are few items
     */
    final Stage<T> attach(Stage<? super R> downstream, Root root, boolean few) {
        Stage<T> copy = few ? null : Tailor.make(stage, function, downstream, this, downstream, root);
        return copy == null ? attachment.make(this, downstream, root) : copy;
    }

    /** What the user gave. A constructor that keeps more does so before it calls this class's: nothing is stored after. */
    public final <F> F function() {
        return (F) Objects.requireNonNull(function);
    }
}
