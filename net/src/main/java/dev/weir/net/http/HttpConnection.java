package dev.weir.net.http;

import dev.weir.Clock;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.HeadParser;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Farewell;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Received;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A connection of a client, on its event loop. */
final class HttpConnection extends ChannelInboundHandlerAdapter implements LoopShare.Member {
    /*
     * Requests are served one after the other; those that a client sends ahead wait as bytes, in `received`
     * up to maxPipelinedBytes, then in the kernel. So responses are in order without being queued. While a
     * response runs one read stays due wherever that bound allows it: it is how a client's leaving is noticed.
     *
     * The socket is read again when: a head is awaited; a piece of the body is demanded; or little is waiting.
     * No request is begun while the client does not read the responses before it.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    /** More can only wait if the kernel handed over what it had because the client closed. */
    private static final int MOST_WAITING = 1024 * 1024;

    private final Channel channel;
    private final LoopShare share;
    private final Service service;
    private final Received received;
    private final Output out;
    private final Farewell farewell;
    private final HeadParser parser;

    private @Nullable Exchange exchange;
    private @Nullable BodyDecoder skipping;
    private long skipped;
    private boolean inTurn;
    private boolean draining;
    private boolean first = true;
    private long since; // the wait for a head, or for the rest of it, began

    HttpConnection(Channel channel, LoopShare share, Service service) {
        this.channel = channel;
        this.share = share;
        this.service = service;
        this.received = new Received(share);
        this.out = new Output(channel, share);
        this.farewell = new Farewell(channel, out, share);
        this.parser = new HeadParser(
                service.limits.maxRequestLine(), service.limits.maxHeaderBytes(), service.limits.maxHeaderFields());
    }

    EventLoop loop() {
        return share.loop();
    }

    Clock clock() {
        return share.clock();
    }

    long now() {
        return share.now();
    }

    Received received() {
        return received;
    }

    InetSocketAddress peer() {
        return (InetSocketAddress) channel.remoteAddress();
    }

    void read() {
        channel.read();
    }

    boolean mayKeepAlive() {
        return !draining;
    }

    void onLoop(Runnable task) {
        if (share.loop().inEventLoop()) {
            task.run();
            return;
        }
        try {
            share.loop().execute(task);
        } catch (RejectedExecutionException loopHasEnded) {
            // so has the connection
        }
    }

    void sendContinue() {
        out.bytes(CONTINUE);
        out.flushSoon();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        since = now();
        share.add(this);
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        try {
            if (farewell.isBegun()) {
                farewell.received(buffer.readableBytes());
                return;
            }
            if (exchange == null && skipping == null && received.available() == 0) {
                since = now();
            }
            received.append(buffer);
        } finally {
            buffer.release();
        }
        if (received.available() > MOST_WAITING) {
            channel.close();
        } else {
            serve();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        out.flush();
        if (!farewell.isBegun()) {
            readAhead();
        }
    }

    private void readAhead() {
        if (received.available() < enough()) {
            channel.read();
        }
    }

    /** How many bytes may wait to be understood while there is still a read due. */
    private int enough() {
        Exchange current = exchange;
        if (current == null && out.isWritable()) {
            return Integer.MAX_VALUE; // the parser has its own limits
        }
        boolean bodyComes = current != null && !current.body().isFinished();
        return bodyComes ? 1 : service.limits.maxPipelinedBytes();
    }

    /** Serves what has been received, as far as that goes without waiting. */
    private void serve() {
        if (inTurn) {
            return;
        }
        inTurn = true;
        try {
            boolean more = true;
            while (more && !farewell.isBegun() && channel.isActive()) {
                more = step();
            }
        } catch (BadRequest bad) {
            refuse(bad);
        } finally {
            inTurn = false;
        }
    }

    private boolean step() throws BadRequest {
        Exchange current = exchange;
        if (current != null) {
            current.body().drain();
            return exchange == null;
        }
        if (!out.isWritable() || (skipping != null && !skip(skipping))) {
            return false;
        }
        skipping = null;
        RequestHead head = parser.next(received);
        if (head == null) {
            if (received.available() == 0 && draining) {
                farewell.close();
            }
            return false;
        }
        first = false;
        Exchange next = new Exchange(this, service, out, head);
        exchange = next;
        next.begin();
        return true;
    }

    /** Throws away what is left of a body that nobody read; false if more has to come. */
    private boolean skip(BodyDecoder rest) throws BadRequest {
        for (ByteBuffer piece = rest.next(received); piece != null; piece = rest.next(received)) {
            skipped += piece.remaining();
        }
        if (skipped > Exchange.MAX_SKIPPED) {
            farewell.linger();
            return false;
        }
        return rest.isDone();
    }

    private void refuse(BadRequest bad) {
        Response problem = Response.problem(bad.status(), bad.detail());
        ResponseHead.write(out, problem, Framing.LENGTH, false, false);
        if (problem.body() instanceof Body.Bytes bytes) {
            out.bytes(bytes.content());
        }
        farewell.linger();
    }

    /** The exchange has written its response. */
    void done(Exchange finished, boolean keepAlive) {
        exchange = null;
        since = now();
        RequestBody body = finished.body();
        if (!keepAlive) {
            if (body.isFinished() && received.available() == 0) {
                farewell.close();
            } else {
                farewell.linger();
            }
            return;
        }
        if (!body.isFinished()) {
            skipping = body.decoder();
            skipped = 0;
        }
        if (!inTurn) {
            goOn();
        }
    }

    private void goOn() {
        serve();
        out.flushSoon();
        if (!farewell.isBegun()) {
            readAhead();
        }
    }

    /** Ends a response so that the client can tell it is not complete. */
    void breakOff(boolean onlyByReset) {
        exchange = null;
        if (onlyByReset) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        farewell.close();
    }

    /** Gives up a client that does not read. */
    void giveUp() {
        farewell.reset();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        Exchange current = exchange;
        if (!channel.isWritable() || farewell.isBegun()) {
            return;
        }
        if (current != null) {
            current.writable();
        } else {
            goOn();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        share.remove(this);
        Exchange current = exchange;
        exchange = null;
        if (current != null) {
            current.abort();
        }
        out.discard();
        received.clear();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.log(System.Logger.Level.ERROR, "the connection from " + peer() + " failed", cause);
        }
        channel.close();
    }

    @Override
    public void look(long now) {
        Exchange current = exchange;
        if (farewell.isBegun()) {
            farewell.look(now);
            if (out.stalledFor(now) > service.limits.stallTimeout().toNanos()) {
                giveUp();
            }
        } else if (current != null) {
            current.look(now);
        } else if (now - since > patience().toNanos()) {
            if (received.available() > 0) {
                refuse(new BadRequest(408, "the request did not come in time"));
            } else {
                kill();
            }
        }
    }

    private Duration patience() {
        boolean midway = received.available() > 0 || skipping != null || first;
        return midway ? service.limits.headerTimeout() : service.limits.idleTimeout();
    }

    /** A request that runs is finished, one that has begun to come is awaited; an idle connection ends. */
    @Override
    public void drain() {
        draining = true;
        Exchange current = exchange;
        if (current != null) {
            current.drain();
        } else if (received.available() == 0 && skipping == null && !farewell.isBegun()) {
            farewell.close();
        }
    }

    @Override
    public void kill() {
        channel.close();
    }
}
