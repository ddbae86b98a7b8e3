package dev.weir.op.kernel;

import dev.weir.Cancellable;
import dev.weir.Context;

/**
 * The subscriber to an inner stream: asks for a bounded number of items ahead and for more when
 * three quarters of them have been passed on.
 */
public final class Inner<T> extends Stage<T> implements Cancellable {
    private final InnerHost<T> host;
    private final Slot slot = new Slot();
    private final int ahead;
    private final int batch;
    private Upstream upstream = Upstream.NONE;
    private int consumed;
    int place = -1; // in an InnerSet

    public Inner(InnerHost<T> host, Context context, int ahead) {
        super(context);
        this.host = host;
        this.ahead = ahead;
        this.batch = ahead - (ahead >> 2);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        if (slot.put(newUpstream)) {
            newUpstream.request(ahead == Integer.MAX_VALUE ? Long.MAX_VALUE : ahead);
        }
    }

    @Override
    public boolean onNext(T item) {
        host.innerNext(this, item);
        return true;
    }

    @Override
    public void onError(Throwable failure) {
        host.innerError(this, failure);
    }

    @Override
    public void onComplete() {
        host.innerComplete(this);
    }

    /**
     * The host has passed one item on, and asks for more now and then. Inside the host's drain
     * only.
     */
    public void consumed() {
        if (ahead != Integer.MAX_VALUE && ++consumed == batch) {
            consumed = 0;
            upstream.request(batch);
        }
    }

    @Override
    public void cancel() {
        slot.cancel();
    }

    public boolean isCancelled() {
        return slot.isCancelled();
    }
}
