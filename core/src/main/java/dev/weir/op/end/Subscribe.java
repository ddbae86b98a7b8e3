package dev.weir.op.end;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import java.util.function.Consumer;

/** Lambdas as the subscriber. */
public final class Subscribe {
    private Subscribe() {}

    public static <T> Cancellable start(
            Many<T> source, Consumer<? super T> onNext, Consumer<? super Throwable> onError, Runnable onComplete) {
        Argument.given(onComplete, "subscribe: what runs at the end");
        return source.forEach(onNext).subscribe(done -> onComplete.run(), onError);
    }
}
