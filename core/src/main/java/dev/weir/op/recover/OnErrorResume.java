package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** Another stream after a failure. */
public final class OnErrorResume<T> extends Sequence<T> {
    private final Predicate<? super Throwable> filter;
    private final Function<? super Throwable, ? extends Many<? extends T>> resume;

    public OnErrorResume(
            Many<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends Many<? extends T>> resume) {
        this.filter = Argument.given(filter, "the filter of failures");
        this.resume = Argument.function(resume, OnErrorResume.class);
        super(source, resume);
        Site.note(resume);
    }

    @Override
    protected Sequel<T> open(Root root) {
        return new Resuming<>(this, root);
    }

    private static final class Resuming<T> extends Sequel<T> {
        private final OnErrorResume<T> description;

        Resuming(OnErrorResume<T> description, Root root) {
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
                next = Objects.requireNonNull(
                        description.resume.apply(failure),
                        "onErrorResume: the function returned null where a stream is due");
            } catch (Throwable thrown) {
                sequencing.fail(this, Failures.replaced(failure, here(thrown, description.resume)));
                return;
            }
            sequencing.startLast(this, next);
        }
    }
}
