package dev.weir.op.one;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Source;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with the stream that a function makes of the value; if that is there at once, it is what is subscribed to. */
@SuppressWarnings({"unchecked", "NullAway"}) // the value, which is null only if T is; what the function makes
public final class FlatMapMany<T extends @Nullable Object, R> extends Source<R> {
    private final One<T> source;
    private final Function<? super T, ? extends Many<? extends R>> mapper;

    public FlatMapMany(One<T> source, Function<? super T, ? extends Many<? extends R>> mapper) {
        this.source = source;
        this.mapper = Site.note(Argument.function(mapper, FlatMapMany.class));
    }

    @Override
    protected boolean isFew() {
        return !Site.isWide(mapper);
    }

    @Override
    protected Many<R> resolve(Root root, int depth) {
        Part run = new Part(root.context(), depth);
        Object made = made(run.begin(Step.of(source).toRun()), root);
        if (made instanceof Many<?> stream) {
            run.closeOpen();
            return (Many<R>) stream;
        }
        return new AwaitedMany<>(this, run, made);
    }

    /** The stream, if the value is not to be waited for, and nothing has failed. */
    final @Nullable Object made(@Nullable Object value, Root root) {
        if (value instanceof Signal) {
            return value;
        }
        try {
            Many<? extends R> made = Argument.due(mapper.apply((T) value), "flatMapMany: the function", "a stream");
            Flattening.learn(mapper, made);
            return made;
        } catch (Throwable thrown) {
            return new Failure(thrown, Origin.of(thrown, FlatMapMany.class, mapper, root.context()));
        }
    }
}
