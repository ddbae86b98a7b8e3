package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import java.util.Objects;
import java.util.function.Function;

/** Another stream after a failure. */
public final class OnErrorResume<T> extends Sequence<T> {
    private final Source<T> source;
    private final Function<? super Throwable, ? extends Many<? extends T>> function;

    public OnErrorResume(Many<T> source, Function<? super Throwable, ? extends Many<? extends T>> function) {
        this.source = of(source);
        this.function = function;
        super(function);
    }

    @Override
    protected Source<?> above() {
        return source;
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
            sequencing.start(this, description.source);
        }

        @Override
        protected void failed(Sequencing<T> sequencing, Throwable failure) {
            Many<? extends T> next;
            try {
                next = Objects.requireNonNull(
                        description.function.apply(failure),
                        "onErrorResume: the function returned null where a stream is due");
            } catch (Throwable thrown) {
                sequencing.fail(this, Failures.replaced(failure, here(thrown, description.function)));
                return;
            }
            sequencing.startLast(this, next);
        }
    }
}
