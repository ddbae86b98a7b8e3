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
        Class<?> operator = getClass();
        Function<Throwable, Object> function = function();
        return new Sequel<>(root) {
            @Override
            protected void begin(Sequencing<T> sequencing) {
                sequencing.start(this, source());
            }

            @Override
            @SuppressWarnings("unchecked") // a stream of its items
            protected void failed(Sequencing<T> sequencing, Throwable failure) {
                Object next;
                try {
                    if (!filter.test(failure)) {
                        super.failed(sequencing, failure);
                        return;
                    }
                    next = Objects.requireNonNull(
                            function.apply(failure), () -> Names.of(operator) + ": the function returned null");
                } catch (Throwable thrown) {
                    next = Failures.replaced(failure, thrown);
                }
                if (next instanceof Throwable other) {
                    sequencing.fail(this, root.made(other, operator, function));
                } else {
                    sequencing.startLast(this, (Many<? extends T>) next);
                }
            }
        };
    }
}
