package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Names;
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
        @SuppressWarnings("unchecked") // a stream of its items
        protected void failed(Sequencing<T> sequencing, Throwable failure) {
            Object next;
            try {
                if (!description.filter.test(failure)) {
                    sequencing.fail(this, failure);
                    return;
                }
                next = Objects.requireNonNull(
                        description.<Function<Throwable, Object>>function().apply(failure),
                        () -> Names.of(description.getClass()) + ": the function returned null");
            } catch (Throwable thrown) {
                sequencing.fail(this, made(Failures.replaced(failure, thrown)));
                return;
            }
            if (next instanceof Throwable other) {
                sequencing.fail(this, made(other));
            } else {
                sequencing.startLast(this, (Many<? extends T>) next);
            }
        }

        private Throwable made(Throwable failure) {
            return root().made(failure, description.getClass(), description.function());
        }
    }
}
