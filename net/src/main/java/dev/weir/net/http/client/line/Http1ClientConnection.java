package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.MessageWriter;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.http.wire.StatusParser;
import dev.weir.net.loop.Endpoint;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.ReadOn;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/1.1 to a server, on its event loop. It carries one exchange after the other. */
public final class Http1ClientConnection extends Endpoint implements Connection, Line {
    /*
     * One read is always due unless bytes of a body wait to be demanded: so a server that closes is noticed at
     * once, also when nothing is asked of it. Bytes that nobody has asked for end the connection: the next
     * request would take them for its response.
     */
    private static final String CLOSED = "the server closed the connection";

    private final Owner owner;
    private final CallLimits limits;
    private final Route route;
    private final StatusParser parser;
    private final long born;

    private @Nullable Exchange exchange;
    private @Nullable Throwable broken;
    private boolean answered;
    private boolean keepAlive;
    private boolean chunked;
    private boolean used;
    private boolean draining;
    private boolean properEnd;
    private boolean gone;
    private boolean left;
    private long idleSince;

    public Http1ClientConnection(Channel channel, LoopShare share, Owner owner, CallLimits limits, Route route) {
        super(channel, share);
        this.owner = owner;
        this.limits = limits;
        this.route = route;
        this.parser = new StatusParser(limits.maxHeaderBytes(), limits.maxHeaderFields());
        this.born = share.now();
        this.idleSince = born;
        this.properEnd = !route.tls(); // TLS tells when it ends (RFC 9112 section 9.8)
        ReadOn.at(channel, this::isHungry);
        share.hold(); // what has been received may be read for longer than the channel is open
    }

    /** Takes part in the loop's rounds, and reads. */
    public void open() {
        share.add(this);
        if (channel.isActive()) {
            channel.read();
        } else {
            end(CLOSED, false);
        }
    }

    // ------------------------------------------------------------ for the pool

    @Override
    public EventLoop loop() {
        return share.loop();
    }

    @Override
    public int room() {
        return 1;
    }

    @Override
    public int unread() {
        Exchange current = exchange;
        return current != null && current.isUnread() ? 1 : 0;
    }

    @Override
    public void begin(Exchange next) {
        RuntimeException refusal = CertificateRefusal.of(broken, route, next);
        if (refusal != null) {
            next.refuse(refusal);
        } else if (draining) {
            next.windUp();
        }
        if (next.isUnwanted()) {
            owner.release();
            return;
        }
        if (gone || !channel.isActive() || exchange != null) {
            owner.again(next);
            return;
        }
        exchange = next;
        answered = false;
        next.begin(this, used);
        used = true;
    }

    @Override
    public void close() {
        channel.close();
    }

    // ------------------------------------------------------------ for the exchange

    @Override
    public void head(Call call) {
        chunked = HeadWriter.write(out, call, route);
    }

    @Override
    public void piece(ByteBuffer bytes) {
        MessageWriter.piece(out, bytes, chunked);
    }

    @Override
    public void end(String[] trailers) {
        if (chunked) {
            MessageWriter.end(out, trailers);
        }
    }

    @Override
    public void done(boolean sent) {
        exchange = null;
        idleSince = share.now();
        boolean reusable = keepAlive && sent && !draining && received.available() == 0 && !tooOld();
        if (reusable && !gone && channel.isActive()) {
            channel.read();
            owner.release();
        } else {
            channel.close();
            leave();
        }
    }

    private boolean tooOld() {
        return share.now() - born > limits.maxAge().toNanos();
    }

    @Override
    public void abort() {
        exchange = null;
        channel.close();
        leave();
    }

    /** The channel is closed and nobody reads what it has brought: ends for good. */
    private void leave() {
        if (gone && exchange == null && !left) {
            left = true;
            share.remove(this);
            received.clear();
            share.release();
        }
    }

    // ------------------------------------------------------------ from the network

    @Override
    protected void came() {
        if (exchange == null) {
            channel.close();
        } else {
            take();
            emit();
        }
    }

    private void emit() {
        Exchange current = exchange;
        if (current != null && answered) {
            current.drain();
        }
    }

    /** Whether a body goes on of which all that has come was taken. */
    private boolean isHungry() {
        return exchange != null && answered && received.available() == 0;
    }

    private void take() {
        try {
            while (!answered && exchange != null) {
                StatusHead head = parser.next(received);
                if (head == null) {
                    return;
                }
                head(head, exchange);
            }
        } catch (BadRequest bad) {
            Exchange current = exchange;
            if (current != null) {
                current.fail(current.failure(Trouble.PROTOCOL, "the server's response is malformed: " + bad.detail()));
            }
        }
    }

    private void head(StatusHead head, Exchange current) throws BadRequest {
        if (head.isInterim()) {
            current.interim(head);
            return;
        }
        answered = true;
        boolean hasBody = head.hasBody(current.call().method());
        keepAlive = head.keepAlive() && !(hasBody && head.endsWithConnection());
        current.respond(
                head,
                hasBody
                        ? BodyDecoder.of(head, limits.maxHeaderBytes(), limits.maxHeaderFields())
                        : BodyDecoder.ofLength(0));
    }

    @Override
    protected void handled() {
        if (!answered || received.available() == 0) {
            channel.read();
        }
    }

    @Override
    protected void writable() {
        Exchange current = exchange;
        if (current != null) {
            current.writable();
        }
    }

    @Override
    protected void peerFinished(boolean said) {
        if (said) {
            end(CLOSED, true); // whatever becomes of the socket, which the server may leave open
            channel.close();
        }
    }

    @Override
    protected void closed() {
        end(CLOSED, properEnd);
    }

    @Override
    protected void failed(Throwable cause) {
        properEnd = false;
        Exchange current = exchange;
        RuntimeException refusal = current == null ? null : CertificateRefusal.of(cause, route, current);
        if (current != null && refusal != null) {
            current.fail(refusal);
        } else if (!(cause instanceof IOException)) {
            broken = cause;
            end("the connection failed (" + cause + ")", false);
            channel.close();
        } else if (current != null) {
            current.unwritable(); // if it was a read that failed, the end is near
        }
    }

    private void end(String how, boolean whole) {
        if (gone) {
            return;
        }
        gone = true;
        out.discard();
        owner.closed();
        Exchange current = exchange;
        if (current != null) {
            current.gone(how, whole);
        }
        leave();
    }

    // ------------------------------------------------------------ from the rounds

    @Override
    protected void check(long now) {
        Exchange current = exchange;
        if (current != null) {
            current.look(now);
        } else if (now - idleSince > limits.idleTimeout().toNanos() || tooOld()) {
            owner.retire();
        }
    }

    @Override
    public void drain() {
        draining = true;
        Exchange current = exchange;
        if (current == null) {
            owner.retire();
        } else {
            current.windUp();
        }
    }

    @Override
    public void kill() {
        Exchange current = exchange;
        if (current != null) {
            current.kill();
        }
        super.kill();
    }

    @Override
    protected Duration stallTimeout() {
        return limits.stallTimeout();
    }
}
