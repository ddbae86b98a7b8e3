package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Inbound;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The body of a request, read off its carrier as it is demanded. */
final class RequestBody implements Inbound.Feed<ByteBuffer> {
    /** A client that sends less than this within a stall limit has stopped. */
    private static final int PROGRESS = 1024;

    private final Carrier carrier;
    private final RequestHead head;
    private final int limit;
    private final @Nullable BodyDecoder decoder;
    private final Inbound<ByteBuffer> inbound;

    private boolean mayContinue;
    private boolean waiting;
    private boolean abandoned;
    private boolean broken;
    private long received;
    private long mark;
    private long markedAt;

    RequestBody(Carrier carrier, RequestHead head, int limit, @Nullable BodyDecoder decoder) {
        this.carrier = carrier;
        this.head = head;
        this.limit = limit;
        this.decoder = decoder;
        this.inbound = new Inbound<>(carrier.loop(), this);
    }

    // ------------------------------------------------------------ for Request, on any thread

    Many<ByteBuffer> pieces() {
        return head.hasBody() ? Many.from(inbound) : Many.empty();
    }

    One<byte[]> whole() {
        if (head.contentLength() > limit) {
            return One.fail(this::tooLarge);
        }
        return pieces().reduce(ByteArrayOutputStream::new, this::add).map(ByteArrayOutputStream::toByteArray);
    }

    private ByteArrayOutputStream add(ByteArrayOutputStream sum, ByteBuffer piece) {
        if (sum.size() + (long) piece.remaining() > limit) {
            throw tooLarge();
        }
        sum.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
        return sum;
    }

    private HttpException tooLarge() {
        return new HttpException(413, "the body is larger than " + limit + " bytes");
    }

    // ------------------------------------------------------------ on the event loop

    @Override
    public @Nullable ByteBuffer next() {
        BodyDecoder current = decoder;
        if (current == null) {
            return null;
        }
        try {
            ByteBuffer piece = current.next(carrier.received());
            if (piece != null) {
                waiting = false;
                received += piece.remaining();
            }
            return piece;
        } catch (BadRequest bad) {
            broken = true;
            throw new HttpException(bad.status(), bad.detail());
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

    /** Tells a client that waits for leave to send the body. */
    void allow() {
        if (head.expectsContinue() && !mayContinue && !isFinished()) {
            mayContinue = true;
            carrier.sendContinue();
        }
    }

    @Override
    public void abandoned() {
        waiting = false;
        abandoned = true; // what is left is thrown away when the response has been sent
    }

    void drain() {
        inbound.drain();
    }

    void fail(Throwable failure) {
        inbound.fail(failure);
    }

    @Nullable
    BodyDecoder decoder() {
        return decoder;
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
    boolean canBeLeft(boolean mayBeRead, long most) {
        if (decoder == null || decoder.isDone()) {
            return true;
        }
        boolean clientWaits = head.expectsContinue() && !mayContinue;
        return !broken
                && !clientWaits
                && (mayBeRead || (inbound.isTaken() && !abandoned) || decoder.remaining() <= most);
    }

    /** Fails the body if it is waited for and does not come. */
    void look(long now, long stallNanos) {
        if (!waiting || received - mark >= PROGRESS || markedAt == 0) {
            mark = received;
            markedAt = now;
        } else if (now - markedAt > stallNanos) {
            broken = true;
            waiting = false;
            fail(new HttpException(408, "the body did not come in time"));
        }
    }
}
