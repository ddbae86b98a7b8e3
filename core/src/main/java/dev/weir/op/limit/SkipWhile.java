package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import java.util.function.Predicate;

/** The items from the first on that does not satisfy a predicate. */
public final class SkipWhile<T> {
    private final Predicate<? super T> predicate;
    private boolean begun;

    private SkipWhile(Predicate<? super T> predicate) {
        this.predicate = predicate;
    }

    public static <T> Many<T> of(Many<T> source, Predicate<? super T> predicate) {
        Argument.given(predicate, "skipWhile: the predicate");
        return Many.defer(() -> source.filter(new SkipWhile<T>(predicate)::isWanted));
    }

    private boolean isWanted(T item) {
        begun = begun || !predicate.test(item);
        return begun;
    }
}
