package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import java.util.function.Predicate;

/** A stream, and after a failure another one. */
public abstract class Recovering<T> extends Sequence<T> {
    private final Predicate<? super Throwable> filter;
    private final Object function;

    /**
     * @param function what the user gave, which {@link #next} calls
     */
    protected Recovering(Many<T> source, Predicate<? super Throwable> filter, Object function) {
        this.filter = Argument.given(filter, "the filter of failures");
        this.function = function;
        super(source, function);
        Site.note(function);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as it was given
    protected final <F> F function() {
        return (F) function;
    }

    /** What comes after the failure. */
    protected abstract Many<? extends T> next(Throwable failure);

    @Override
    protected final Sequel<T> open(Root root) {
        return new Resuming<>(this, root);
    }

    private static final class Resuming<T> extends Sequel<T> {
        private final Recovering<T> description;

        Resuming(Recovering<T> description, Root root) {
            super(root);
            this.description = description;
        }

        @Override
        protected void begin(Sequencing<T> sequencing) {
            sequencing.start(this, description.source());
        }

        @Override
        protected void failed(Sequencing<T> sequencing, Throwable failure) {
            Many<? extends T> next;
            try {
                if (!description.filter.test(failure)) {
                    sequencing.fail(this, failure);
                    return;
                }
                next = description.next(failure);
            } catch (Throwable thrown) {
                Object function = description.function;
                root().made(Origin.of(thrown, description.getClass(), function, root().context()));
                sequencing.fail(this, Failures.replaced(failure, thrown));
                return;
            }
            sequencing.startLast(this, next);
        }
    }
}
