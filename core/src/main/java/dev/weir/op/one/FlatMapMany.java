package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.inner.Sequel;
import dev.weir.op.kernel.inner.Sequence;
import dev.weir.op.kernel.inner.Sequencing;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with the stream that a function makes of the value; if that is there at once, it is what is subscribed to. */
@SuppressWarnings({"unchecked", "NullAway"}) // the streams that the function makes; what is opened has a run
public final class FlatMapMany<T extends @Nullable Object, R> extends Sequence<R> {
    private final One<T> source;
    private final @Nullable Part
            run; // which this waits for, once, and what it has come to; null as long as there is none
    private final @Nullable Object polled;

    public FlatMapMany(One<T> source, Function<? super T, ? extends Many<R>> mapper) {
        this(source, mapper, null, null);
    }

    private FlatMapMany(One<T> source, Object mapper, @Nullable Part run, @Nullable Object polled) {
        this.source = source;
        this.run = run;
        this.polled = polled;
        super(mapper);
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(function());
    }

    @Override
    protected Many<R> resolve(Root root, int depth) {
        if (run != null) {
            return this;
        }
        Part begun = new Part(root.context(), depth);
        Object made = made(begun.begin(Step.of(source).toRun()), root);
        if (made instanceof Many<?> stream) {
            begun.closeOpen();
            // a stage before the next, so that recursion can be cancelled
            return made instanceof FlatMapMany ? Many.concat((Many<R>) stream) : (Many<R>) stream;
        }
        return new FlatMapMany<>(source, function(), begun, made);
    }

    /** The stream, if it is not to be waited for, and nothing has failed. */
    private @Nullable Object made(@Nullable Object value, Root root) {
        if (value instanceof Signal) {
            return value;
        }
        Function<@Nullable Object, Many<R>> mapper = function();
        try {
            Many<R> stream = Argument.due(mapper.apply(value), "flatMapMany: the function", "a stream");
            Flattening.learn(mapper, stream);
            return stream;
        } catch (Throwable thrown) {
            return new Failure(thrown, Origin.of(thrown, FlatMapMany.class, mapper, root.context()));
        }
    }

    @Override
    protected Sequel<R> open(Root root) {
        return new Sequel<>(root) {
            @Override
            protected void begin(Sequencing<R> sequencing) {
                run.makeKnown((same, outcome) -> root.guard(() -> {
                    Object made = made(outcome, root);
                    if (made instanceof Many<?> stream) {
                        sequencing.startLast(this, (Many<R>) stream);
                    } else if (made instanceof Failure failure) {
                        run.closeOpen(); // it may need what is closed at the end
                        sequencing.fail(this, failure.into(root));
                        Failures.throwIfFatal(failure.error());
                    }
                }));
                sequencing.isFedBy(run); // which lets go of it if all is cancelled
                run.goOn(polled);
            }
        };
    }
}
