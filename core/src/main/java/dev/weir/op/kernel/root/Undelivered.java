package dev.weir.op.kernel.root;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.Outcome;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where values go that were on their way when there was nobody left to receive them. */
public record Undelivered(
        Class<?> type, Consumer<Object> action, @Nullable Undelivered next) {
    private static final Context.Key<Undelivered> KEY = Context.Key.of("undelivered");

    /** The context with an action for values of the type, which comes before those that it has. */
    @SuppressWarnings("unchecked") // called with values of that type only
    public static <R> UnaryOperator<Context> with(Class<R> type, Consumer<? super R> action) {
        Argument.given(type, "onUndelivered: the type");
        Argument.given(action, "onUndelivered: the action");
        return context -> context.with(KEY, new Undelivered(type, (Consumer<Object>) action, context.get(KEY)));
    }

    /** Whether anybody wants to know. */
    public static boolean isAwaited(Context context) {
        return context.get(KEY) != null;
    }

    /**
     * Gives the value to the nearest action for its type; or, if there is none, what is in it: in an outcome its value, in
     * what is unfolded or numbered its item, in a collection each element.
     */
    public static void tell(@Nullable Object value, Context context) {
        Undelivered nearest = value == null ? null : context.get(KEY);
        if (value != null && nearest != null) { // mostly nobody wants to know: the rest is apart, for the JIT
            nearest.take(value, context);
        }
    }

    /** Of several values each; the collection is no value. */
    public static void tellEach(Collection<?> several, Context context) {
        several.forEach(each -> tell(each, context));
    }

    private void take(Object value, Context context) {
        for (Undelivered at = this; at != null; at = at.next) {
            if (at.type.isInstance(value)) {
                Consumer<Object> nearest = at.action;
                Carried.run(context, () -> Dropped.reportThrown(() -> nearest.accept(value), context));
                return;
            }
        }
        switch (value) {
            case Outcome<?> outcome -> tell(outcome.value(), context);
            case Many.Unfolded<?, ?> made -> tell(made.item(), context);
            case Operators.Indexed<?> numbered -> tell(numbered.item(), context);
            case Collection<?> several -> Dropped.reportThrown(() -> tellEach(several, context), context);
            default -> {}
        }
    }

    /** Empties a queue, of which each call takes an item, and null if there is none. */
    public static void tellAll(Supplier<? extends @Nullable Object> queue, Context context) {
        for (Object item = queue.get(); item != null; item = queue.get()) {
            tell(item, context);
        }
    }

    /** What the iterator of a collection still has. */
    public static void tellRest(Iterator<?> rest, Context context) {
        if (isAwaited(context)) {
            Dropped.reportThrown(() -> rest.forEachRemaining(item -> tell(item, context)), context);
        }
    }
}
