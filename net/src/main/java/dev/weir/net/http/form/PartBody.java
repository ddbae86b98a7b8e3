package dev.weir.net.http.form;

import dev.weir.net.loop.Inbound;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The body of one part, for one subscriber. */
final class PartBody implements Flow.Publisher<ByteBuffer>, Flow.Subscription {
    private static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final int SKIPPED = 2;

    private final MultipartReader reader;
    private final AtomicInteger state = new AtomicInteger(FREE);
    private final AtomicLong demand = new AtomicLong();
    private volatile Flow.@Nullable Subscriber<? super ByteBuffer> receiver;
    private volatile boolean gone;

    PartBody(MultipartReader reader) {
        this.reader = reader;
    }

    // ------------------------------------------------------------ from any thread

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        if (!state.compareAndSet(FREE, TAKEN)) {
            Inbound.refuse(
                    subscriber,
                    new IllegalStateException(
                            state.get() == TAKEN
                                    ? "the body of a part can be read only once"
                                    : "the part was skipped, because the next one was asked for before this one's"
                                            + " body: read it first, with concatMap or mapAsync(1, ..)"));
            return;
        }
        subscriber.onSubscribe(this);
        receiver = subscriber;
        reader.drain();
    }

    @Override
    public void request(long n) {
        demand.getAndAccumulate(n, Inbound::sum);
        reader.drain();
    }

    @Override
    public void cancel() {
        gone = true;
        reader.drain();
    }

    // ------------------------------------------------------------ in the reader's drain

    /** Whether somebody reads it. */
    boolean isWanted() {
        return receiver != null && !gone;
    }

    /** Whether somebody has read it, and does not any more. */
    boolean isGone() {
        return gone;
    }

    /** Whether somebody may still read it. */
    boolean isOpen() {
        return state.get() != SKIPPED;
    }

    /** Lets nobody read it any more; false if somebody is about to. */
    boolean skip() {
        return gone || state.get() == SKIPPED || state.compareAndSet(FREE, SKIPPED);
    }

    boolean hasDemand() {
        return demand.get() > 0;
    }

    void next(ByteBuffer piece) {
        demand.getAndAccumulate(1, (before, one) -> before == Long.MAX_VALUE ? before : before - one);
        Flow.Subscriber<? super ByteBuffer> to = receiver;
        if (to != null) {
            to.onNext(piece);
        }
    }

    void complete() {
        Flow.Subscriber<? super ByteBuffer> to = receiver;
        if (to != null && !gone) {
            to.onComplete();
        }
    }

    void fail(Throwable failure) {
        state.compareAndSet(FREE, SKIPPED);
        Flow.Subscriber<? super ByteBuffer> to = receiver;
        if (to != null && !gone) {
            to.onError(failure);
        }
    }
}
