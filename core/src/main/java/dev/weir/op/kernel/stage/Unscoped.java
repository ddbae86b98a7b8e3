package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import java.util.function.UnaryOperator;

/**
 * A stream without the changes of context at its end, and the context that they lead to: what a subscriber sees that
 * comes right after them.
 */
public record Unscoped<T>(Source<T> source, Context context) {
    /** Of a stream that is subscribed to in the context. */
    public static <T> Unscoped<T> of(Source<T> stream, Context context) {
        Source<T> source = stream;
        Context seen = context;
        while (source instanceof WithContext<T> scoped) {
            try {
                Context changed = changed(seen, scoped.given());
                if (Carried.differ(seen, changed)) { // which the subscriber does not see
                    break;
                }
                seen = changed;
            } catch (Throwable failure) {
                Origin origin = Origin.of(failure, source.getClass(), source.given(), seen);
                return new Unscoped<>(Source.of(Many.fail(() -> Failures.noted(origin))), seen);
            }
            source = scoped.source();
        }
        return new Unscoped<>(source, seen);
    }

    /** The context with another name, or what a function makes of it. */
    @SuppressWarnings("unchecked") // there are no others
    public static Context changed(Context context, Object change) {
        return change instanceof String name
                ? context.withName(name)
                : Argument.due(
                        ((UnaryOperator<Context>) change).apply(context), "withContext: the function", "a context");
    }

    /** Subscribes the root, of a thread that may be in another stream. */
    public void connect(RootStage<T> root, boolean few) {
        try (var _ = new Carried.Entry(context)) {
            Source.connect(source, root, root, few);
        }
    }
}
