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

    /** What the function makes of a failure, if that is an item: the last. */
    public record Item(Object item) {}

    protected Recovering(Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, function);
        Site.note(Argument.function(function, getClass()));
    }

    @Override
    protected final Sequel<T> open(Root root) {
        return new Sequel<>(root) {
            @Override
            protected void begin(Sequencing<T> sequencing) {
                sequencing.start(this, source());
            }

            @Override
            protected void failed(Sequencing<T> sequencing, Throwable failure) {
                recover(this, sequencing, failure);
            }
        };
    }

    @SuppressWarnings("unchecked") // a stream of its items, or one of them
    private void recover(Sequel<T> sequel, Sequencing<T> sequencing, Throwable failure) {
        Object next;
        try {
            if (!filter.test(failure)) {
                sequencing.fail(sequel, failure);
                return;
            }
            next = Objects.requireNonNull(
                    this.<Function<Throwable, Object>>function().apply(failure),
                    () -> Names.of(getClass()) + ": the function returned null");
        } catch (Throwable thrown) {
            next = Failures.replaced(failure, thrown);
        }
        if (next instanceof Throwable other) {
            sequencing.fail(sequel, sequel.root().made(other, getClass(), function()));
        } else if (next instanceof Item last) {
            sequencing.completeWith(sequel, (T) last.item);
        } else {
            sequencing.startLast(sequel, (Many<? extends T>) next);
        }
    }
}
