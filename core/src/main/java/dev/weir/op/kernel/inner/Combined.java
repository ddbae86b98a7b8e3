package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** A stream made of several that run at the same time. */
public abstract class Combined<R> extends Source<R> {
    private final Many<?>[] sources;
    private final @Nullable Object function;
    private final Class<?> stage;
    private final Opening<Combined<R>, R> opening;
    private final boolean isFew;

    /** Makes the stage: from the description, the stage that it signals, and the subscription. */
    @FunctionalInterface
    protected interface Opening<C extends Combined<R>, R> {
        Sides<R> open(C combined, Stage<? super R> downstream, Root root);
    }

    /**
     * @param sources belong to this from now on
     * @param function what the user gave to be called; its class tells the site; null if nothing
     * @param stage the class of the stage, of which there may be copies; it has one constructor, which is the opening
     */
    @SuppressWarnings("unchecked") // it is given this stream only
    protected <C extends Combined<R>> Combined(
            Many<?>[] sources, @Nullable Object function, Class<?> stage, Opening<C, R> opening) {
        this.sources = sources;
        this.function = function;
        this.stage = stage;
        this.opening = (Opening<Combined<R>, R>) opening;
        this.isFew = haveFew(sources, Argument.named(getClass(), "a stream"));
        if (function != null) {
            Site.note(function);
        }
    }

    /** How many streams there are. */
    public final int size() {
        return sources.length;
    }

    @Override
    protected final boolean isFew() {
        return isFew;
    }

    @Override
    @SuppressWarnings("unchecked") // a copy of the class makes what it would
    protected final void start(Stage<? super R> downstream, Root root) {
        if (sources.length == 0) {
            complete(downstream);
            return;
        }
        Object copy = isFew ? null : Tailor.make(stage, function, downstream, this, downstream, root);
        Sides<R> sides = copy == null ? opening.open(this, downstream, root) : (Sides<R>) copy;
        sides.begin(sources);
    }
}
