package dev.weir.net.http.form;

import dev.weir.Many;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.OneReader;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The body of one part, for one subscriber. */
final class PartBody implements Flow.Subscription {
    private static final OneReader.Subject BODY =
            new OneReader.Subject("the body of the part", "it comes once, so keep what the first one makes of it");
    private static final String NOBODY = "nobody";

    private final MultipartReader reader;
    private final OneReader one = new OneReader(BODY);
    private final AtomicLong demand = new AtomicLong();
    private volatile Flow.@Nullable Subscriber<? super ByteBuffer> receiver;
    private volatile boolean gone;

    PartBody(MultipartReader reader) {
        this.reader = reader;
    }

    // ------------------------------------------------------------ from any thread

    /** It, for who reads by that method. */
    Many<ByteBuffer> by(String method) {
        Flow.Publisher<ByteBuffer> pieces = subscriber -> subscribe(subscriber, method);
        return Many.from(pieces);
    }

    private void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber, String method) {
        if (!one.take(method)) {
            Inbound.refuse(
                    subscriber,
                    one.isTakenBy(NOBODY)
                            ? new IllegalStateException(
                                    "the part was skipped, because the next one was asked for before this one's"
                                            + " body: read it first, with concatMap or mapAsync(1, ..)")
                            : one.refusal());
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
        return !one.isTakenBy(NOBODY);
    }

    /** Lets nobody read it any more; false if somebody is about to. */
    boolean skip() {
        return gone || one.isTakenBy(NOBODY) || one.take(NOBODY);
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
        var _ = one.take(NOBODY);
        Flow.Subscriber<? super ByteBuffer> to = receiver;
        if (to != null && !gone) {
            to.onError(failure);
        }
    }
}
