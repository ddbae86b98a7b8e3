package dev.weir.net.http.form;

import dev.weir.Many;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.content.Gathering;
import dev.weir.net.http.form.MultipartParser.Event;
import dev.weir.net.loop.Inbound;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reads a body as parts, whose bodies are read in turn; for one subscriber. */
final class MultipartReader implements Flow.Publisher<Part>, Flow.Subscription, Flow.Subscriber<ByteBuffer> {
    /*
     * Everything is done in one serialized drain: whoever signals anything counts `wip` up and, if it was zero,
     * goes round until nothing has changed. The fields without an atomic belong to the drain. Of the body below one
     * piece at a time is asked for, when an event is wanted and the parser has none.
     *
     * Who wants an event: the subscriber of the current part's body, by its demand; or, when that body is at its
     * end, given up, or skipped, the subscriber of the parts. One event is looked at ahead, so that a body can end
     * without demand.
     */
    private final Many<ByteBuffer> source;
    private final MultipartParser parser;
    private final int mostFieldBytes;
    private final PartMemory memory;
    private final AtomicInteger wip = new AtomicInteger();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicReference<@Nullable ByteBuffer> arrived = new AtomicReference<>();

    private volatile Flow.@Nullable Subscriber<? super Part> receiver;
    private volatile boolean cancelled;
    private volatile boolean sourceDone;
    private volatile @Nullable Throwable sourceFailure;

    private volatile Flow.@Nullable Subscription upstream;
    private final long mostBytes;
    private long left;
    private @Nullable PartBody current;
    private @Nullable Event ahead;
    private boolean asked;
    private boolean over;

    MultipartReader(
            Many<ByteBuffer> source,
            MultipartParser parser,
            long mostBytes,
            int mostFieldBytes,
            Gathering.Memory memory) {
        this.memory = new PartMemory(memory);
        this.source = source;
        this.parser = parser;
        this.mostBytes = mostBytes;
        this.left = mostBytes;
        this.mostFieldBytes = mostFieldBytes;
    }

    // ------------------------------------------------------------ signals, from any thread

    @Override
    public void subscribe(Flow.Subscriber<? super Part> subscriber) {
        subscriber.onSubscribe(this);
        receiver = subscriber;
        source.subscribe(this);
        drain();
    }

    @Override
    public void request(long n) {
        demand.getAndAccumulate(n, Inbound::sum);
        drain();
    }

    @Override
    public void cancel() {
        cancelled = true;
        drain();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        drain();
    }

    @Override
    public void onNext(ByteBuffer piece) {
        arrived.set(piece);
        drain();
    }

    @Override
    public void onError(Throwable failure) {
        sourceFailure = failure;
        onComplete();
    }

    @Override
    public void onComplete() {
        sourceDone = true;
        drain();
    }

    void drain() {
        if (wip.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            turn();
            seen = wip.addAndGet(-seen);
        } while (seen != 0);
    }

    // ------------------------------------------------------------ in the drain

    private void turn() {
        try {
            while (!over && receiver != null && step()) {
                // one event a step
            }
        } catch (Throwable failure) {
            end(failure);
        }
    }

    /** Does what can be done next; false if something has to happen first. */
    private boolean step() {
        PartBody body = current;
        if (body == null) {
            return stepBetween();
        }
        if (body.isWanted()) {
            return stepBody(body);
        }
        if (cancelled) {
            return (body.isGone() || !body.isOpen()) && end(null);
        }
        if (demand.get() > 0 && body.skip()) {
            return discard();
        }
        return failed();
    }

    private boolean stepBetween() {
        if (cancelled) {
            return end(null);
        }
        boolean wanted = demand.get() > 0 || parser.isOver();
        Event event = wanted ? event() : null;
        if (event instanceof Event.Begin begin) {
            ahead = null;
            PartBody body = new PartBody(this);
            current = body;
            demand.getAndAccumulate(1, (before, one) -> before == Long.MAX_VALUE ? before : before - one);
            memory.next();
            receiver().onNext(new Part(begin.head(), body, mostFieldBytes, memory));
            return true;
        }
        return wanted ? more() : failed();
    }

    private boolean stepBody(PartBody body) {
        Event event = event();
        if (event instanceof Event.PartEnd) {
            ahead = null;
            current = null;
            body.complete();
            return true;
        }
        if (!body.hasDemand()) {
            return failed();
        }
        if (event instanceof Event.Piece piece) {
            ahead = null;
            body.next(piece.content());
            return true;
        }
        return more();
    }

    private boolean discard() {
        Event event = event();
        if (event == null) {
            return more();
        }
        ahead = null;
        if (event instanceof Event.PartEnd) {
            current = null;
        }
        return true;
    }

    private @Nullable Event event() {
        if (ahead == null) {
            ByteBuffer piece = arrived.getAndSet(null);
            if (piece != null) {
                asked = false;
                take(piece);
            }
            ahead = parser.next();
        }
        return ahead;
    }

    private void take(ByteBuffer piece) {
        left -= piece.remaining();
        if (left < 0) {
            throw new HttpException(413, "the multipart body is larger than " + mostBytes + " bytes");
        }
        parser.add(piece);
    }

    /** Sees to the next piece of the source, or to its end. */
    private boolean more() {
        if (arrived.get() != null) {
            return true;
        }
        if (sourceDone) {
            if (arrived.get() != null) {
                return true;
            }
            Throwable failure = sourceFailure;
            boolean complete = failure == null && parser.isOver();
            return end(
                    complete
                            ? null
                            : failure != null ? failure : MultipartParser.wrong("ends before its last boundary"));
        }
        Flow.Subscription from = upstream;
        if (!asked && from != null) {
            asked = true;
            from.request(1);
        }
        return false;
    }

    /** Nothing is wanted, but a failure is told at once. */
    private boolean failed() {
        Throwable failure = sourceFailure;
        return failure != null && arrived.get() == null && end(failure);
    }

    private boolean end(@Nullable Throwable failure) {
        over = true;
        PartBody body = current;
        current = null;
        Flow.Subscription from = upstream;
        if (from != null && !sourceDone) {
            from.cancel();
        }
        if (body != null) {
            body.fail(failure != null ? failure : new IllegalStateException("the parts were given up"));
        }
        if (!cancelled) {
            if (failure == null) {
                receiver().onComplete();
            } else {
                receiver().onError(failure);
            }
        }
        return false;
    }

    private Flow.Subscriber<? super Part> receiver() {
        return java.util.Objects.requireNonNull(receiver, "nobody has subscribed");
    }
}
