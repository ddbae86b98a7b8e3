package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import java.util.function.Function;

/** Each item, and below it what a function makes of it, and of that again. */
public final class Expand<T> {
    private final Function<? super T, ? extends Many<? extends T>> children;

    private Expand(Function<? super T, ? extends Many<? extends T>> children) {
        this.children = children;
    }

    public static <T> Many<T> of(Many<T> source, Function<? super T, ? extends Many<? extends T>> children) {
        Argument.given(children, "expand: the function");
        return source.concatMap(new Expand<T>(children)::tree);
    }

    private Many<T> tree(T item) {
        return Many.concat(Many.of(item), Many.defer(() -> children.apply(item).concatMap(this::tree)));
    }
}
