package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Reader;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Trace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The body of a request, read off its carrier as it is demanded. */
public final class RequestBody extends BodyMemory implements Content, Inbound.Feed<ByteBuffer> {
    /** A client that sends less than this within a stall limit has stopped. */
    private static final int PROGRESS = 1024;

    private static final int CONTINUE = 100;
    private final Carrier carrier;
    private final RequestHead head;
    private final Application application;
    private final @Nullable BodyDecoder decoder;
    private final Inbound<ByteBuffer> inbound;

    private boolean mayContinue;
    private boolean answering;
    private boolean waiting;
    private boolean abandoned;
    private boolean broken;
    private long received;
    private long mark;
    private long markedAt;

    /**
     * A body.
     *
     * @param decoder takes it out of what is received; null if there is none
     */
    public RequestBody(Carrier carrier, RequestHead head, Application application, @Nullable BodyDecoder decoder) {
        super(application, head.kept());
        this.carrier = carrier;
        this.head = head;
        this.application = application;
        this.decoder = decoder;
        this.inbound = new Inbound<>(carrier.loop(), this, Content.oneReader());
    }

    // ------------------------------------------------------------ for Request, on any thread

    @Override
    public long length() {
        return head.contentLength();
    }

    @Override
    public Many<ByteBuffer> pieces(Reader reader) {
        return head.hasBody() ? Many.from(inbound.by(reader)) : Many.empty();
    }

    @Override
    public BodyMemory memory() {
        return this;
    }

    @Override
    public One<byte[]> whole(String reader) {
        return whole(pieces(Reader.looking(reader)), length());
    }

    // ------------------------------------------------------------ on the event loop

    @Override
    public @Nullable ByteBuffer next() {
        BodyDecoder current = decoder;
        if (current == null) {
            return null;
        }
        try {
            Received in = carrier.received();
            in.lookedAt(inbound.isLookedAt());
            ByteBuffer piece = current.next(in);
            in.lookedAt(inbound.isLookedAt() && !current.isDone());
            if (piece != null) {
                waiting = false;
                received += piece.remaining();
            }
            return piece;
        } catch (BadRequest bad) {
            broken = true;
            throw application.failure(bad.status(), bad.detail());
        }
    }

    @Override
    public boolean isFinished() {
        return decoder == null || decoder.isDone();
    }

    @Override
    public void more() {
        waiting = true;
        allow();
        carrier.read();
    }

    /** Tells a client that waits for leave to send the body, unless it has the head of its answer. */
    public void allow() {
        if (head.expectsContinue() && !mayContinue && !answering && !isFinished()) {
            mayContinue = true;
            carrier.interim(CONTINUE, Trailers.NONE);
        }
    }

    @Override
    public void looks() {
        carrier.received().looks();
    }

    @Override
    public void looked() {
        carrier.received().looked();
    }

    @Override
    public void abandoned() {
        carrier.received().lookedAt(false);
        waiting = false;
        abandoned = true; // what is left is thrown away when the response has been sent
    }

    @Override
    public String[] trailers() {
        return decoder == null ? Trailers.NONE : decoder.trailers();
    }

    /** How many bytes of it were read so far. */
    public long received() {
        return received;
    }

    void drain() {
        inbound.drain();
    }

    /** The head of the response is sent, which nothing may come before any more. */
    public void answering() {
        answering = true;
    }

    /** The response is over: what is left is thrown away, so who reads it, or begins to, is told that it is not all. */
    public void answered() {
        if (!isFinished()) {
            carrier.received().lookedAt(false);
            waiting = false;
            inbound.fail(Trace.none(new IOException("the response ended before the body of the request was read:"
                    + " read it before, or make the response of it")));
        }
    }

    /** The client has gone. */
    public void aborted() {
        inbound.fail(new IOException(
                "the client closed the connection before the body was complete",
                new CancellationException("nobody waits for the response any more")));
    }

    /** What is left of it. */
    @Nullable
    Rest rest() {
        return decoder == null ? null : new Rest(decoder);
    }

    /** Whether what follows on the connection can still be made sense of. */
    boolean isBroken() {
        return broken;
    }

    /**
     * Whether the connection can go on after the response, although not all of the body was read so far.
     *
     * @param mayBeRead whether somebody may still read it
     * @param most so much of it can be thrown away
     */
    public boolean canBeLeft(boolean mayBeRead, long most) {
        if (decoder == null || decoder.isDone()) {
            return true;
        }
        boolean clientWaits = head.expectsContinue() && !mayContinue;
        return !broken
                && !clientWaits
                && (mayBeRead || (inbound.isTaken() && !abandoned) || decoder.remaining() <= most);
    }

    /** Fails the body if it is waited for and does not come. */
    public void look(long now, long stallNanos) {
        if (!waiting || isFinished() || received - mark >= PROGRESS || markedAt == 0) {
            mark = received;
            markedAt = now;
        } else if (now - markedAt > stallNanos) {
            broken = true;
            waiting = false;
            inbound.fail(application.failure(408, "the body did not come in time"));
        }
    }
}
