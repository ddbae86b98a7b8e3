package dev.weir.op.source;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.AtEnd;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;

/** Streams from a resource that it opens and closes. */
public final class Using<T, R> extends Source<T> {
    private final Callable<R> open;
    private final Function<? super R, ? extends Many<T>> use;
    private final Consumer<? super R> close;

    public Using(Callable<R> open, Function<? super R, ? extends Many<T>> use, Consumer<? super R> close) {
        this.open = Objects.requireNonNull(open, "open");
        this.use = Objects.requireNonNull(use, "use");
        this.close = Objects.requireNonNull(close, "close");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        R resource;
        try {
            resource = Objects.requireNonNull(open.call(), "using: open returned null");
        } catch (Throwable failure) {
            fail(stage, failure);
            return;
        }
        Closing<T, R> closing = new Closing<>(resource, close, stage);
        Many<T> made;
        try {
            made = Objects.requireNonNull(use.apply(resource), "using: use returned null");
        } catch (Throwable failure) {
            fail(closing, failure);
            return;
        }
        connect(made, closing);
    }

    private static final class Closing<T, R> extends AtEnd<T> {
        private final R resource;
        private final Consumer<? super R> close;

        Closing(R resource, Consumer<? super R> close, Stage<? super T> downstream) {
            super(downstream);
            this.resource = resource;
            this.close = close;
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        protected void atEnd(Ending ending) {
            close.accept(resource);
        }
    }
}
