package dev.weir.op.kernel.run;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Unscoped;
import dev.weir.op.kernel.stage.WithContext;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A {@code One} made from a stream. */
@SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // its parts are given to it alone, with their types
public abstract class End<T, R extends @Nullable Object> extends Step<R> {
    /** In place of a function. */
    protected static final Object NONE = new Object();

    private final Source<T> source;
    private final @Nullable Object function;
    private final Class<?> type;
    private final BiFunction<End<T, R>, Run, Terminal<T>> attachment; // makes it, from the description and the run

    /**
     * Of a stream.
     *
     * @param function what the user gave to be called with each item, whose class tells the site; or NONE
     * @param type the class of the terminal, of which there may be copies; it has one constructor, which is the
     *     attachment
     */
    protected <E extends End<T, R>> End(
            Many<T> source, Object function, Class<?> type, BiFunction<E, Run, Terminal<T>> attachment) {
        this.source = Source.of(source);
        this.type = type;
        this.attachment = (BiFunction<End<T, R>, Run, Terminal<T>>) attachment;
        this.function = function == NONE ? null : Site.note(Argument.function(function, getClass()));
    }

    /** What the user gave. A constructor that keeps more does so before it calls this class's: nothing is stored after. */
    public final <F> F given() {
        return (F) Objects.requireNonNull(function);
    }

    @Override
    public final @Nullable Object poll(Run run, int depth) {
        boolean few = Source.hasFew(source);
        boolean areThere = few && source instanceof PullSource<?> && source.given() == null; // else it may be a guess
        if (!areThere && run instanceof Part part && part.host == null) {
            return new FromLoop(this);
        }
        Context outer = run.context();
        Source<T> from = source;
        if (source instanceof WithContext<T>) {
            Unscoped<T> unscoped = Unscoped.of(source, outer);
            run.context(unscoped.context());
            from = unscoped.source();
        }
        try {
            Terminal<T> own = few || function == null ? null : Tailor.make(type, function, source, this, run, null);
            Terminal<T> terminal = own == null ? attachment.apply(this, run) : own;
            return terminal.run(from, run, few);
        } catch (Throwable failure) {
            return failed(failure, function, run);
        } finally {
            run.context(outer);
        }
    }

    @Override
    protected @Nullable String pipeline() {
        return Source.pipeline(source);
    }
}
