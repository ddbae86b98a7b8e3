package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with the stream that a function makes of the value. */
public final class FlatMapMany<T extends @Nullable Object, R> extends Sequence<R> {
    private final One<T> source;

    public FlatMapMany(One<T> source, Function<? super T, ? extends Many<R>> mapper) {
        this.source = source;
        super(mapper);
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(function());
    }

    /** The One is a stream without items: the demand is left to the stream that comes of its value. */
    @Override
    protected Sequel<R> open(Root root) {
        Function<T, Many<R>> mapper = function();
        return new Sequel<>(root) {
            private final Function<T, @Nullable R> taking = this::take;
            private @Nullable Object made; // a stream, or what the function has thrown

            @Override
            protected void begin(Sequencing<R> sequencing) {
                sequencing.start(this, source.map(taking).toMany());
            }

            private @Nullable R take(T value) {
                try {
                    Many<R> stream = Objects.requireNonNull(
                            mapper.apply(value), "flatMapMany: the function returned null where a stream is due");
                    Flattening.learn(mapper, stream);
                    made = stream;
                } catch (Throwable failure) {
                    made = failure;
                }
                return null;
            }

            @Override
            @SuppressWarnings("unchecked") // what was made
            protected void completed(Sequencing<R> sequencing) {
                if (made instanceof Throwable failure) {
                    sequencing.fail(this, root.made(failure, FlatMapMany.class, mapper));
                } else {
                    sequencing.startLast(this, (Many<R>) Objects.requireNonNull(made));
                }
            }
        };
    }
}
