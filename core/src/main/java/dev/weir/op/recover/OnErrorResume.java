package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Known;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Another stream after a failure. */
public final class OnErrorResume<T> extends Sequence<T> {

    private final Predicate<? super Throwable> filter;

    public OnErrorResume(Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        this.filter = Argument.given(filter, "the filter of failures");
        super(source, Site.note(Argument.function(function, OnErrorResume.class)));
    }

    @Override
    protected Sequel<T> open(Root root) {
        Function<Throwable, Many<? extends T>> given = function();
        return new Sequel<T>(root, source()) {
            @Override
            protected void failed(Sequencing<T> sequencing, Throwable failure) {
                @Nullable Many<? extends T> next;
                try {
                    next = Failures.isMet(filter, failure)
                            ? Argument.due(given.apply(failure), "onErrorResume: the function", "a stream")
                            : null;
                } catch (Throwable thrown) {
                    sequencing.end(this, root.made(Failures.replaced(failure, thrown), OnErrorResume.class, given));
                    return;
                }
                Throwable left = next instanceof Known<?> ? failure : root.noted(failure); // as it may go on
                if (next == null) {
                    sequencing.end(this, left);
                } else {
                    sequencing.startLast(this, next);
                }
            }
        };
    }
}
