package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Root;

/**
 * Where one part of a pipeline ends, and another begins that carries other values of threads: signals are inside those of the
 * part below, requests and the cancellation inside those of the part above. There is none where nothing is carried.
 */
public final class Crossing<T> extends Intercept<T, T> {
    private Crossing(Stage<? super T> downstream, Root root) {
        super(downstream, root);
    }

    /** Subscribes a stage to a source that carries something else, as the root says. */
    static void connect(Source<Object> source, Stage<Object> below, Root root, boolean few) {
        Carried.run(root.context(), () -> Source.connect(source, new Crossing<>(below, root), root, few));
    }

    /** A stage that may be signalled, and whose upstream may be asked, by who is not part of its pipeline. */
    @SuppressWarnings("unchecked") // it takes what the stage takes
    public static <T> Stage<? super T> into(Stage<? super T> stage) {
        return Carried.isOn() ? new Crossing<>((Stage<T>) stage, stage.root()) : stage;
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        Carried.run(downstream.context(), () -> super.onSubscribe(newUpstream));
    }

    @Override
    public boolean onNext(T item) {
        Context below = downstream.context();
        return Carried.isAway(below) ? Carried.call(below, () -> downstream.onNext(item)) : downstream.onNext(item);
    }

    @Override
    public void onError(Throwable failure) {
        Carried.run(downstream.context(), () -> downstream.onError(failure));
    }

    @Override
    public void onComplete() {
        Carried.run(downstream.context(), downstream::onComplete);
    }

    @Override
    public void request(long n) {
        Carried.run(context(), () -> upstream.request(n));
    }

    @Override
    public void cancel() {
        Carried.run(context(), upstream::cancel);
    }
}
