package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Asked;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with the stream that a function makes of the value. */
public final class FlatMapMany<T extends @Nullable Object, R> extends Sequence<R> {
    private final One<T> source;
    private final Function<? super T, ? extends Many<R>> mapper;

    public FlatMapMany(One<T> source, Function<? super T, ? extends Many<R>> mapper) {
        this.source = source;
        this.mapper = mapper;
        super(mapper);
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(mapper);
    }

    @Override
    protected Sequel<R> open(Root root) {
        return new Sequel<>(root) {
            @Override
            protected void begin(Sequencing<R> sequencing) {
                sequencing.handTo(new Asking(this, sequencing));
            }
        };
    }

    /** The run is the first to be asked, and emits nothing: the demand is left to the stream. */
    private final class Asking extends Asked {
        private final Sequel<R> sequel;
        private final Sequencing<R> sequencing;

        Asking(Sequel<R> sequel, Sequencing<R> sequencing) {
            super(Step.of(source), sequencing, sequel.root);
            this.sequel = sequel;
            this.sequencing = sequencing;
        }

        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // the One's value, null only if T is
        protected void tell(@Nullable Object outcome) {
            if (outcome instanceof Failure failure) {
                closeOpen(); // it may need what is closed at the end
                sequencing.fail(sequel, failure.into(root));
                return;
            }
            Many<R> stream;
            try {
                stream = Argument.due(mapper.apply((T) outcome), "flatMapMany: the function", "a stream");
            } catch (Throwable failure) {
                sequencing.fail(sequel, root.made(failure, FlatMapMany.class, mapper));
                Failures.throwIfFatal(failure);
                return;
            }
            Flattening.learn(mapper, stream);
            sequencing.startLast(sequel, stream);
        }
    }
}
