package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Root;

/** A pass-through stage that sees requests and the cancellation, and sends on those it does not handle. */
public abstract class Intercept<T, R> extends PassThrough<T, R> implements Upstream {
    protected boolean cancelSeen; // by an item, if this was cancelled during that

    protected Intercept(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        downstream.onSubscribe(this);
    }

    @Override
    public void request(long n) {
        upstream.request(n);
    }

    @Override
    public void cancel() {
        cancelSeen = true;
        upstream.cancel();
    }

    @Override
    public void release() {
        Carried.run(context(), upstream::release); // it may be of a part that carries something else
        cancel();
    }

    @Override
    public boolean isEager() {
        return upstream.isEager();
    }
}
