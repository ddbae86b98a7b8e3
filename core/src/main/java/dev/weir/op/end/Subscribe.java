package dev.weir.op.end;

import dev.weir.Cancellable;
import dev.weir.Many;
import java.util.Objects;
import java.util.function.Consumer;

/** Lambdas as the subscriber. */
public final class Subscribe {
    private Subscribe() {}

    public static <T> Cancellable start(
            Many<T> source, Consumer<? super T> onNext, Consumer<? super Throwable> onError, Runnable onComplete) {
        Objects.requireNonNull(onComplete, "onComplete");
        return source.forEach(onNext).subscribe(done -> onComplete.run(), onError);
    }
}
