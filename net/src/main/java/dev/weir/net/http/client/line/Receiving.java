package dev.weir.net.http.client.line;

import dev.weir.Many;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.content.Undecodable;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.OneReader;
import dev.weir.net.loop.Reader;
import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The response's half of an exchange, on its event loop. */
final class Receiving implements Inbound.Feed<ByteBuffer> {
    private static final OneReader.Subject BODY =
            new OneReader.Subject("the response's body", "it comes once, so keep what the first one makes of it");
    private static final int MOST_SKIPPED = 64 * 1024;
    private static final long LONGEST_SKIP = TimeUnit.SECONDS.toNanos(1);

    private final Exchange exchange;
    private final Line line;
    private final Inbound<ByteBuffer> inbound;
    private @Nullable BodySource body;
    private @Nullable RuntimeException gone;
    private boolean waiting;
    private volatile @Nullable Holding holding; // the loop: the line is somebody else's, and the reader is not done
    private boolean skipping;
    private int skipped;
    private long since; // the head came, a byte came, somebody began to wait, or skipping began
    private volatile @Nullable RuntimeException failed;

    Receiving(Exchange exchange, Line line) {
        this.exchange = exchange;
        this.line = line;
        this.inbound = new Inbound<>(line.loop(), this, new OneReader(BODY));
    }

    /** Whether the head has come. */
    boolean hasBegun() {
        return body != null;
    }

    /** Whether the head has come, and nobody has begun to read the body. */
    boolean isUnread() {
        return hasBegun() && !skipping && !inbound.isTaken();
    }

    /** Whether somebody waits for what the server sends. */
    boolean isAwaited() {
        return !skipping && (!hasBegun() || inbound.isTaken());
    }

    /** Whether what has come is read as soon as others have had their turn. */
    boolean isResting() {
        return inbound.isResting();
    }

    /** The head has come. */
    Answer begin(StatusHead head, BodyDecoder decoder, CallLimits limits) {
        BodySource source = BodySource.of(
                head, decoder, exchange.call(), limits, line.share().held());
        body = source;
        touch();
        if (decoder.isDone()) {
            exchange.taken();
        }
        return new Answer(
                exchange,
                line.loop(),
                head.http10() ? "HTTP/1.0" : line.protocol(),
                head.status(),
                head.fields(),
                source.isDecoded(),
                decoder.isDone(),
                exchange.isUntouched(),
                source::trailers,
                decoder.isDone() ? reader -> Many.empty() : reader -> Many.defer(() -> pieces(reader)));
    }

    /** For any thread. */
    private Many<ByteBuffer> pieces(Reader reader) {
        RuntimeException why = failed;
        return why != null && !inbound.isTaken() ? Many.fail(() -> why) : Many.from(inbound.by(reader));
    }

    private void touch() {
        since = line.share().now();
    }

    /** Bytes have come. */
    void drain() {
        BodySource source = body;
        if (source != null && source.isDone()) {
            taken(source); // an end that comes without content is taken by nobody else
        }
        if (inbound.isTaken() && !skipping) {
            touch(); // else it is a reader that is waited for, or the rest, which has its time
        }
        if (skipping) {
            skip();
        } else {
            inbound.drain();
        }
    }

    @Override
    public @Nullable ByteBuffer next() {
        BodySource source = body;
        if (source == null) {
            return null;
        }
        ByteBuffer piece = next(source);
        while (piece != null && !piece.hasRemaining() && !source.isDone() && !inbound.rests()) {
            piece = next(source);
        }
        waiting = false;
        if (source.isTransferred()) {
            taken(source);
        } else if (piece == null && gone != null) {
            source.close();
            throw gone;
        }
        return piece == null || piece.hasRemaining() ? piece : null;
    }

    /** All has been taken off the wire, and may have to be decoded still. */
    private void taken(BodySource source) {
        if (source.isDone()) {
            letGo();
        } else if (holding == null) {
            Holding begun = new Holding();
            holding = begun;
            line.share().hold();
            line.share().add(begun);
        }
        exchange.taken();
    }

    private void letGo() {
        Holding current = holding;
        if (current != null) {
            holding = null;
            exchange.settle();
            line.share().remove(current);
            line.share().release();
        }
    }

    /** Whether the line is somebody else's, and the reader is not done; for any thread. */
    boolean isHolding() {
        return holding != null;
    }

    /** What no connection has any more is not waited for, but ends with the client. */
    private final class Holding implements LoopShare.Member {
        @Override
        public void look(long now) {
            // nothing more is to come
        }

        @Override
        public void drain() {
            // its reader may end
        }

        @Override
        public void kill() {
            exchange.fail(exchange.shutDown());
        }
    }

    private @Nullable ByteBuffer next(BodySource source) {
        try {
            Received received = line.received();
            if (!source.isTransferred()) { // else what it holds may be another exchange's
                received.lookedAt(inbound.isLookedAt() && !source.isDecoded());
            }
            ByteBuffer piece = source.next(received);
            inbound.worked(source.worked());
            return piece;
        } catch (BadRequest bad) {
            exchange.giveUp();
            throw exchange.failure(Trouble.PROTOCOL, "the server's response is malformed: " + bad.detail());
        } catch (Undecodable bad) {
            source.close();
            letGo();
            exchange.giveUp();
            throw undecodable(bad);
        }
    }

    private RuntimeException undecodable(Undecodable bad) {
        return switch (bad.why()) {
            case TOO_LARGE ->
                exchange.failure(
                        Trouble.TOO_LARGE,
                        "the response inflates to more than "
                                + exchange.limits().maxInflation() + " times its size (setting: maxInflation)");
            case MALFORMED ->
                exchange.failure(Trouble.PROTOCOL, "the compressed response can't be read: " + bad.getMessage());
            case MEMORY -> exchange.full();
        };
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
        if (!exchange.isOver()) {
            line.read();
        }
    }

    @Override
    public void looks() {
        line.received().looks();
    }

    @Override
    public void looked() {
        line.received().looked();
    }

    /** The reader of the body has gone. */
    @Override
    public void abandoned() {
        leave();
    }

    /** Nobody wants the response, or what is left of it. */
    void release() {
        if (hasBegun() && !isFinished()) {
            inbound.fail(exchange.failure(
                    Trouble.RELEASED, "the scope of the response has ended: read its body inside of send(..)"));
        }
        leave();
    }

    private void leave() {
        letGo();
        BodySource source = body;
        if (source != null) {
            source.close();
        }
        if (exchange.isOver() || skipping) {
            return;
        }
        if (source == null || gone != null) {
            exchange.giveUp();
        } else {
            skipping = true;
            line.received().lookedAt(false); // nobody looks at what is thrown away
            touch();
            skip();
        }
    }

    /** Throws the little away that is left of the body, to keep the connection. */
    private void skip() {
        BodySource source = body;
        if (exchange.isOver() || source == null) {
            return;
        }
        try {
            skipped += source.skip(line.received());
        } catch (BadRequest bad) {
            skipped = Integer.MAX_VALUE;
        }
        if (source.isTransferred()) {
            exchange.taken();
        } else if (skipped > MOST_SKIPPED || source.remaining() > MOST_SKIPPED) {
            exchange.giveUp();
        } else {
            line.read();
        }
    }

    /** It will not go on. */
    void fail(RuntimeException why) {
        failed = why;
        letGo();
        if (body != null) {
            body.close();
        }
        inbound.fail(why);
    }

    /**
     * The line will bring nothing more, but what has been received can still be read.
     *
     * @param whole whether what ends with the line has ended properly
     */
    void end(RuntimeException why, boolean whole) {
        gone = why;
        BodySource source = body;
        if (source != null && whole) {
            source.end(line.received());
        }
        if (source == null || skipping) {
            exchange.fail(why);
        } else if (source.isTransferred()) {
            taken(source);
            drain();
        } else if (line.received().available() == 0 && !source.isAtWork()) {
            exchange.fail(why);
        } else {
            drain();
        }
    }

    /** What has taken too long, or null. */
    @Nullable
    RuntimeException late(Patience patience, Asking sending) {
        if (skipping) {
            boolean tooLong = patience.now() - since > LONGEST_SKIP;
            return tooLong ? exchange.failure(Trouble.STALL, "the rest of the response did not come") : null;
        }
        if (!hasBegun()) {
            return patience.head(exchange, line, sending);
        }
        return inbound.isTaken() ? patience.body(exchange, line, waiting, since) : patience.reader(exchange, since);
    }
}
