package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A subscription's last stage that keeps what it gets, and does with each item what the test wants. */
public final class Recorder<T> extends RootStage<T> {
    public final List<Object> signals = Collections.synchronizedList(new ArrayList<>());
    public final List<Throwable> crashes = Collections.synchronizedList(new ArrayList<>());
    public Upstream upstream = Upstream.NONE;
    public Predicate<T> accepts = item -> true;
    public Consumer<T> whenItem = item -> {};

    public Recorder() {
        this(Context.empty());
    }

    public Recorder(Context context) {
        super(context, 0);
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

    @Override
    public void crash(Throwable failure) {
        crashes.add(failure);
    }
}
