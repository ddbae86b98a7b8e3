package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Asked;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import java.util.Objects;
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
        return new Flowing<>(this, root);
    }

    private static final class Flowing<T extends @Nullable Object, R> extends Sequel<R> {
        private final FlatMapMany<T, R> description;

        Flowing(FlatMapMany<T, R> description, Root root) {
            super(root);
            this.description = description;
        }

        @Override
        protected void begin(Sequencing<R> sequencing) {
            sequencing.handTo(new Asking<>(this, sequencing));
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // the One's value, null only if T is
        void ended(@Nullable Object outcome, Sequencing<R> sequencing) {
            if (outcome instanceof Failure failure) {
                sequencing.fail(this, failure.into(root()));
                return;
            }
            Many<R> stream;
            try {
                stream = Objects.requireNonNull(
                        description.mapper.apply((T) outcome),
                        "flatMapMany: the function returned null where a stream is due");
            } catch (Throwable failure) {
                sequencing.fail(this, here(failure, description.mapper));
                Failures.throwIfFatal(failure);
                return;
            }
            Flattening.learn(description.mapper, stream);
            sequencing.startLast(this, stream);
        }
    }

    /** The run is the first to be asked, and emits nothing: the demand is left to the stream. */
    private static final class Asking<T extends @Nullable Object, R> extends Asked {
        private final Flowing<T, R> flowing;
        private final Sequencing<R> sequencing;

        Asking(Flowing<T, R> flowing, Sequencing<R> sequencing) {
            super(sequencing, flowing.root());
            this.flowing = flowing;
            this.sequencing = sequencing;
        }

        @Override
        protected Step<?> step() {
            return Step.of(flowing.description.source);
        }

        @Override
        protected void ended(@Nullable Object outcome) {
            try {
                flowing.ended(outcome, sequencing);
            } catch (Throwable thrown) {
                flowing.root().caught(thrown);
            }
        }
    }
}
