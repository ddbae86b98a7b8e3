package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Names;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** A stream, and after a failure something else. */
public abstract class Recovering<T> extends Sequence<T> {
    private final Predicate<? super Throwable> filter;

    protected Recovering(Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, function);
        Site.note(Argument.function(function, getClass()));
    }

    /** Comes in place of a failure. */
    public record Item<T>(T item) {}

    /** What comes after the failure, of what the function returned: a stream, another failure, or an {@link Item}. */
    protected Object next(Object returned) {
        return returned;
    }

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
        @SuppressWarnings("unchecked") // as next says
        protected void failed(Sequencing<T> sequencing, Throwable failure) {
            Object next;
            try {
                if (!description.filter.test(failure)) {
                    sequencing.fail(this, failure);
                    return;
                }
                Object returned =
                        description.<Function<Throwable, Object>>function().apply(failure);
                next = description.next(Objects.requireNonNull(
                        returned, () -> Names.of(description.getClass()) + ": the function returned null"));
            } catch (Throwable thrown) {
                sequencing.fail(this, made(Failures.replaced(failure, thrown)));
                return;
            }
            switch (next) {
                case Throwable other -> sequencing.fail(this, made(other));
                case Item<?>(Object item) -> sequencing.keep((T) item);
                default -> sequencing.startLast(this, (Many<? extends T>) next);
            }
        }

        private Throwable made(Throwable failure) {
            root().made(Origin.of(failure, description.getClass(), description.function(), root().context()));
            return failure;
        }
    }
}
