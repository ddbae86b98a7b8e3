package dev.weir.net.http.client;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.client.ClientException.Repeat;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.loop.Inbound;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One request on one connection, and its response. What is not said to be for any thread is for the event loop. */
final class Exchange implements Inbound.Feed<ByteBuffer> {
    /*
     * Over means: the line is somebody else's. That is so when the whole body has been taken off the wire, so a
     * reader may still have some of it before it, inflated or not; when the exchange failed; or was given up.
     */
    static final int MOST_SKIPPED = 64 * 1024;

    private static final long LONGEST_SKIP = Duration.ofSeconds(1).toNanos();

    private final ClientRequest request;
    private final Limits limits;
    private final boolean fresh;
    private final CompletableFuture<ClientResponse> answer = new CompletableFuture<>();

    volatile @Nullable Pool pool; // the pool that looks for a connection
    @Nullable
    Slot slot; // that pool's

    private volatile @Nullable Line line;
    private @Nullable Sending sending;
    private @Nullable Inbound<ByteBuffer> inbound;
    private @Nullable BodySource body;
    private @Nullable ClientException gone;
    private boolean reused;
    private boolean answered;
    private boolean waiting;
    private boolean skipping;
    private int skipped;
    private long since; // the head came, a byte came, or skipping began
    private volatile boolean over;
    private volatile boolean unwanted;
    private volatile @Nullable Cancellable timer;
    private volatile @Nullable ClientException failed;

    /**
     * An exchange that has not begun.
     *
     * @param fresh whether it is to have a connection that has served nobody before
     */
    Exchange(ClientRequest request, Limits limits, boolean fresh) {
        this.request = request;
        this.limits = limits;
        this.fresh = fresh;
    }

    boolean isFresh() {
        return fresh;
    }

    // ------------------------------------------------------------ on any thread

    ClientRequest request() {
        return request;
    }

    /** Its end; never comes if the exchange was released before. */
    CompletableFuture<ClientResponse> answer() {
        return answer;
    }

    /** Fails what has no line yet. */
    void refuse(ClientException why) {
        over();
        answer.completeExceptionally(why);
    }

    /** Whether it need not be begun. */
    boolean isUnwanted() {
        return unwanted || over;
    }

    /** Nobody wants it any longer. */
    void cancel() {
        unwanted = true;
        Pool current = pool;
        Line carrier = line;
        if (carrier != null && carrier.loop().inEventLoop()) {
            release(); // at once, so that whatever comes next may have the connection
        } else if (!over && current != null) {
            current.cancel(this);
        }
    }

    /** It takes too long. */
    void expire(Duration limit) {
        Pool current = pool;
        if (current == null) {
            refuse(late(limit));
        } else if (!over) {
            current.expire(this, late(limit));
        }
    }

    ClientException late(Duration limit) {
        return failure(Reason.DEADLINE, "not done within " + Patience.text(limit) + " (the request's timeout)");
    }

    /** What to cancel when it is over. */
    void timer(Cancellable newTimer) {
        timer = newTimer;
        if (over) {
            newTimer.cancel();
        }
    }

    private void over() {
        over = true;
        Cancellable current = timer;
        if (current != null) {
            current.cancel();
        }
    }

    ClientException failure(Reason reason, String what) {
        return new ClientException(reason, request + ": " + what);
    }

    // ------------------------------------------------------------ on the event loop

    /**
     * Sends the request.
     *
     * @param onUsedLine whether the connection has served others before
     */
    void begin(Line newLine, boolean onUsedLine) {
        line = newLine;
        reused = onUsedLine;
        inbound = new Inbound<>(newLine.loop(), this);
        Sending half = new Sending(newLine, request, this::unsendable);
        sending = half;
        half.begin();
    }

    private void unsendable(Throwable cause) {
        fail(new ClientException(
                Reason.BODY, request + ": the stream that was to be sent failed: " + cause, cause));
    }

    /** A response that is not the last one. */
    void interim(int status) {
        if (sending != null && status == 100) {
            sending.proceed();
        }
    }

    /** The response's head has come. */
    void respond(StatusHead head, BodyDecoder decoder) {
        if (over) {
            return;
        }
        answered = true;
        touch();
        Sending half = sending;
        if (half != null && !half.isDone() && head.status() >= 300) {
            half.stop(); // whatever is left of the request, nobody wants it
        }
        BodySource source = BodySource.of(head, decoder, request, limits);
        body = source;
        if (decoder.isDone()) {
            transferred();
        }
        Inbound<ByteBuffer> pieces = Objects.requireNonNull(inbound);
        answer.complete(new ClientResponse(this, head.status(), source.fields(), Many.defer(() -> body(pieces))));
    }

    private Many<ByteBuffer> body(Inbound<ByteBuffer> pieces) {
        ClientException why = failed;
        return why != null && !pieces.isTaken() ? Many.fail(() -> why) : Many.from(pieces);
    }

    private void touch() {
        if (line != null) {
            since = line.share().now();
        }
    }

    /** Bytes of the body have come. */
    void drain() {
        touch();
        Inbound<?> reader = inbound;
        if (skipping) {
            skip();
        } else if (reader != null) {
            reader.drain();
        }
    }

    @Override
    public @Nullable ByteBuffer next() {
        BodySource source = body;
        Line current = line;
        if (source == null || current == null) {
            return null;
        }
        ByteBuffer piece;
        try {
            piece = source.next(current.received());
        } catch (BadRequest bad) {
            throw broken(failure(Reason.PROTOCOL, "the server's response is malformed: " + bad.detail()));
        } catch (ClientException bad) {
            throw broken(bad);
        }
        waiting = false;
        if (source.isTransferred()) {
            transferred();
        } else if (piece == null && gone != null) {
            throw gone;
        }
        return piece;
    }

    private ClientException broken(ClientException why) {
        giveUp();
        return why;
    }

    @Override
    public boolean isFinished() {
        return body != null && body.isDone();
    }

    @Override
    public void more() {
        if (!waiting) {
            waiting = true;
            touch();
        }
        if (line != null && !over) {
            line.read();
        }
    }

    /** The reader of the body has gone. */
    @Override
    public void abandoned() {
        leave();
    }

    /** The request can't be sent any further; the response may still come. */
    void unwritable() {
        if (sending != null) {
            sending.stop();
        }
    }

    /** Nobody wants the response, or what is left of it. */
    void release() {
        if (inbound != null && answered && !isFinished()) {
            inbound.fail(failure(
                    Reason.RELEASED, "the scope of the response has ended: read its body inside of send(..)"));
        }
        leave();
    }

    private void leave() {
        BodySource source = body;
        if (source != null) {
            source.close();
        }
        if (over || skipping) {
            return;
        }
        if (source == null || source.remaining() > MOST_SKIPPED || gone != null) {
            giveUp();
        } else {
            skipping = true;
            touch();
            skip();
        }
    }

    /** Throws the little away that is left of the body, to keep the connection. */
    private void skip() {
        BodySource source = body;
        Line current = line;
        if (over || source == null || current == null) {
            return;
        }
        try {
            skipped += source.skip(current.received());
        } catch (BadRequest bad) {
            skipped = Integer.MAX_VALUE;
        }
        if (source.isTransferred()) {
            transferred();
        } else if (skipped > MOST_SKIPPED) {
            giveUp();
        } else {
            current.read();
        }
    }

    private void transferred() {
        if (over || line == null || sending == null) {
            return;
        }
        over();
        boolean sent = sending.isDone();
        sending.stop();
        line.done(sent);
    }

    private void giveUp() {
        if (over) {
            return;
        }
        over();
        if (sending != null) {
            sending.stop();
        }
        if (line != null) {
            line.abort();
        }
    }

    /** Ends it, and tells whoever waits. */
    void fail(ClientException why) {
        if (over) {
            return;
        }
        giveUp();
        tell(why);
    }

    private void tell(ClientException why) {
        failed = why;
        if (!answered) {
            answer.completeExceptionally(why);
        } else if (inbound != null) {
            inbound.fail(why);
        }
    }

    /**
     * The line will bring nothing more.
     *
     * @param whole whether what ends with it has ended properly
     */
    void gone(String how, boolean whole) {
        BodySource source = body;
        Line current = line;
        if (over || current == null) {
            return;
        }
        if (source != null && whole) {
            source.end(current.received());
        }
        gone = closed(how);
        if (skipping) {
            giveUp();
        } else if (source == null) {
            fail(gone);
        } else {
            left(source, current);
        }
    }

    /** What has been received can still be read. */
    private void left(BodySource source, Line current) {
        if (source.isTransferred()) {
            transferred();
        } else if (current.received().available() == 0) {
            fail(Objects.requireNonNull(gone));
            return;
        }
        drain();
    }

    private ClientException closed(String how) {
        boolean repeat = reused && !answered && Objects.requireNonNull(line).received().available() == 0;
        String when = answered ? "before the response was complete" : "before the response";
        return new ClientException(
                Reason.CLOSED,
                request + ": " + how + " " + when,
                null,
                repeat ? Repeat.IF_IDEMPOTENT : Repeat.NEVER);
    }

    /** The server will not even begin with it. */
    void refused(String how) {
        fail(new ClientException(Reason.CLOSED, request + ": " + how, null, Repeat.ALWAYS));
    }

    void writable() {
        if (sending != null) {
            sending.writable();
        }
    }

    /** Checks what takes too long. */
    void look(long now) {
        Line current = line;
        Sending half = sending;
        if (over || current == null || half == null) {
            return;
        }
        half.look(now, limits.continueTimeout());
        Patience patience = new Patience(limits, request.stallTimeout(), now);
        if (skipping) {
            if (now - since > LONGEST_SKIP) {
                giveUp();
            }
            return;
        }
        boolean taken = inbound != null && inbound.isTaken();
        ClientException late = answered
                ? taken ? patience.body(this, current, waiting, since) : patience.reader(this, since)
                : patience.head(this, current, half);
        if (late != null) {
            fail(late);
        }
    }
}
