package dev.weir.op.kernel.inner;

import dev.weir.Cancellable;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The subscriber to an inner stream: asks for a bounded number of items ahead and for more when
 * three quarters of them have been passed on.
 */
public final class Inner<T> extends Stage<T> implements Cancellable {
    private static final VarHandle UPSTREAM = Atomics.field(MethodHandles.lookup(), "upstream", Upstream.class);

    /** So many items each of several streams may bring before they are passed on. */
    public static final int AHEAD = 32;

    private final InnerHost<T> host;

    final int ahead; // asked for before the first has been passed on
    final int number;
    private volatile @Nullable Upstream upstream;
    volatile boolean over; // the inner stream has ended
    private volatile boolean complete;
    private int consumed;

    /**
     * @param below the stage that belongs to the host
     * @param number of one of several, for the host
     */
    public Inner(InnerHost<T> host, Stage<?> below, int ahead, int number) {
        super(below.root(), below.depth() + 1);
        this.host = host;
        this.ahead = ahead;
        this.number = number;
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        if (UPSTREAM.compareAndSet(this, null, newUpstream)) {
            host.innerSubscribed(this, newUpstream);
        } else {
            newUpstream.cancel();
        }
    }

    @Override
    public boolean onNext(T item) {
        return host.innerNext(this, item);
    }

    @Override
    public void onError(Throwable failure) {
        over = true;
        host.innerError(this, failure);
    }

    @Override
    public void onComplete() {
        complete = true;
        over = true;
        host.innerComplete(this);
    }

    /** Whether it has ended well. One that has failed is over before its host knows why. */
    public boolean isComplete() {
        return complete;
    }

    /**
     * The host has passed one item on, and asks for more now and then. Inside the host's drain
     * only.
     */
    public void consumed() {
        int batch = ahead - (ahead >> 2);
        if (ahead != Integer.MAX_VALUE && ++consumed == batch) {
            consumed = 0;
            Objects.requireNonNull(upstream).request(batch);
        }
    }

    @Override
    public void cancel() {
        Upstream current = (Upstream) UPSTREAM.getAndSet(this, Upstream.NONE);
        if (current != null) {
            current.cancel();
        }
    }
}
