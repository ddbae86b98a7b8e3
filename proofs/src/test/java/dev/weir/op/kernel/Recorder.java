package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A stage that keeps what it gets, and does with each item what the test wants. */
final class Recorder<T> extends Stage<T> {
    final List<Object> signals = Collections.synchronizedList(new ArrayList<>());
    Upstream upstream = Upstream.NONE;
    Predicate<T> accepts = item -> true;
    Consumer<T> whenItem = item -> {};

    Recorder() {
        super(Context.empty());
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
    }

    @Override
    public boolean onNext(T item) {
        signals.add(item);
        whenItem.accept(item);
        return accepts.test(item);
    }

    @Override
    public void onError(Throwable failure) {
        signals.add(failure);
    }

    @Override
    public void onComplete() {
        signals.add("completion");
    }
}
