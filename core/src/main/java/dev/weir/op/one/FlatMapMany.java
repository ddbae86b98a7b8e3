package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Handover;
import dev.weir.op.kernel.Receiver;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.RunOnRequest;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with the stream that a function makes of the value. */
public final class FlatMapMany<T extends @Nullable Object, R> extends Source<R> {
    private final One<T> source;
    private final Function<? super T, ? extends Many<R>> mapper;

    public FlatMapMany(One<T> source, Function<? super T, ? extends Many<R>> mapper) {
        this.source = source;
        this.mapper = Objects.requireNonNull(mapper, "mapper");
    }

    @Override
    protected void start(Stage<? super R> stage) {
        new Flowing<>(source, mapper, stage).open();
    }

    /**
     * The run is the first source, which emits nothing; the demand it leaves over goes to the
     * stream.
     */
    private static final class Flowing<T extends @Nullable Object, R> extends Handover<R, R> implements Receiver {
        private final Function<? super T, ? extends Many<R>> mapper;
        private final One<T> source;

        Flowing(One<T> source, Function<? super T, ? extends Many<R>> mapper, Stage<? super R> downstream) {
            super(downstream);
            this.source = source;
            this.mapper = mapper;
        }

        void open() {
            onSubscribe(new RunOnRequest(source, new Run(context(), this)));
        }

        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // the One's value, null only if T is
        public void accept(@Nullable Object outcome) {
            if (outcome instanceof Failure failure) {
                downstream.onError(failure.error());
                return;
            }
            Many<R> stream;
            try {
                stream = due(mapper.apply((T) outcome), "flatMapMany");
            } catch (Throwable failure) {
                downstream.onError(failure);
                return;
            }
            Source.connect(stream, this);
        }

        @Override
        public boolean onNext(R item) {
            return count(downstream.onNext(item));
        }
    }
}
