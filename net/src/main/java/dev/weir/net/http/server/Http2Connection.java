package dev.weir.net.http.server;

import dev.weir.net.loop.Farewell;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Stall;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A connection of HTTP/2, on its event loop: what its streams share, and its end. */
final class Http2Connection extends ChannelInboundHandlerAdapter implements LoopShare.Member {
    /*
     * The socket is always read: a connection that is not would hold up the frames that let other streams go on
     * (RFC 9113 section 5.2.2). What bounds memory is the windows.
     *
     * The end comes in two steps (section 6.8): a GOAWAY that names no last stream, and a ping; when its answer is
     * back, whatever the client had sent before it knew has arrived, and a second GOAWAY names the last stream.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    private static final long LONGEST_STEP = TimeUnit.SECONDS.toNanos(1);
    private static final long GOODBYE = 0x77656972; // tells our ping from others
    private static final int A_REQUEST = 256; // of a turn
    private static final int FEW = 16; // streams, which are not counted one by one

    private enum Phase {
        SERVING,
        ANNOUNCED,
        LAST,
        FINISHED
    }

    private final Channel channel;
    private final LoopShare share;
    private final Limits limits;
    private final Peer peer;
    private final Http2FrameCodec codec;
    private final Map<Integer, Http2Stream> streams = new LinkedHashMap<>();
    private final List<Output> unflushed = new ArrayList<>();
    private final Stall stall = new Stall();

    private Phase phase = Phase.SERVING;
    private boolean flushDue;
    private boolean used;
    private int begun;
    private long since; // it had no stream any more, or the phase began

    Http2Connection(Channel channel, LoopShare share, Limits limits, Peer peer, Http2FrameCodec codec) {
        this.channel = channel;
        this.share = share;
        this.limits = limits;
        this.peer = peer;
        this.codec = codec;
    }

    Peer peer() {
        return peer;
    }

    /** How much the client may still be sent on that stream. */
    long window(int stream) {
        var known = codec.connection().stream(stream);
        return known == null ? 0 : codec.connection().remote().flowController().windowSize(known);
    }

    /** Whether that stream has not been reset. */
    boolean takes(int stream) {
        var known = codec.connection().stream(stream);
        return known != null && !known.isResetSent();
    }

    // ------------------------------------------------------------ streams

    void add(Http2Stream stream) {
        streams.put(stream.id(), stream);
        used = true;
        if (++begun % FEW == 0) {
            share.worked(FEW * A_REQUEST);
        }
    }

    void remove(Http2Stream stream) {
        streams.remove(stream.id());
        if (streams.isEmpty()) {
            since = share.now();
            closeIfOver();
        }
    }

    private List<Http2Stream> all() {
        return List.copyOf(streams.values()); // as one may go meanwhile
    }

    /** The client takes so many bytes more on that stream. */
    void windowGiven(int stream, int more) {
        Http2Stream known = streams.get(stream);
        if (known != null) {
            known.windowGiven(more);
        }
    }

    /** Sends what that stream has gathered, with all others, when the loop has done what it is doing now. */
    void flushSoon(Output output) {
        unflushed.add(output);
        flushSoon();
    }

    void flushSoon() {
        if (!flushDue) {
            flushDue = true;
            share.loop().execute(this::flush);
        }
    }

    private void flush() {
        flushDue = false;
        gather();
        channel.flush();
    }

    private void gather() {
        for (int i = 0; i < unflushed.size(); i++) {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }

    // ------------------------------------------------------------ what comes

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        since = share.now();
        share.add(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof Http2PingFrame ping && ping.ack()) {
                answered(ping.content());
            } // the codec has answered the others; a client that says GOAWAY will close
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        gather(); // the codec flushes after that
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean ofThePeer =
                cause instanceof Http2Exception || cause instanceof IOException || cause instanceof DecoderException;
        if (!ofThePeer) {
            LOG.log(System.Logger.Level.ERROR, "the connection from " + peer.address() + " failed", cause);
        }
        if (!(cause instanceof Http2Exception)) { // after those the codec says goodbye
            kill();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        share.remove(this);
        phase = Phase.FINISHED;
        for (Http2Stream stream : all()) {
            stream.lost();
        }
        unflushed.clear();
    }

    // ------------------------------------------------------------ the end

    /** Lets the client know that the connection ends, and what runs on it end. */
    @Override
    public void drain() {
        announce();
        for (Http2Stream stream : all()) {
            stream.drain();
        }
    }

    private void announce() {
        if (phase == Phase.SERVING) {
            phase = Phase.ANNOUNCED;
            since = share.now();
            Http2GoAwayFrame announcement = new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR);
            sendGoAway(announcement.setExtraStreamIds(Integer.MAX_VALUE));
            channel.writeAndFlush(new DefaultHttp2PingFrame(GOODBYE));
        }
    }

    private void answered(long content) {
        if (content == GOODBYE && phase == Phase.ANNOUNCED) {
            nameLast();
        }
    }

    private void nameLast() {
        phase = Phase.LAST;
        since = share.now();
        sendGoAway(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
        closeIfOver();
    }

    private void sendGoAway(Http2GoAwayFrame frame) {
        channel.writeAndFlush(frame);
    }

    private void closeIfOver() {
        if (phase == Phase.LAST && streams.isEmpty()) {
            finish();
        }
    }

    /** Closes our side when all is sent; the client then closes its own. */
    private void finish() {
        if (phase != Phase.FINISHED) {
            phase = Phase.FINISHED;
            since = share.now();
            channel.writeAndFlush(io.netty.buffer.Unpooled.EMPTY_BUFFER)
                    .addListener(sent -> Farewell.finishSending(channel));
        }
    }

    @Override
    public void kill() {
        Http2Order.abandon(channel.pipeline());
    }

    // ------------------------------------------------------------ rounds

    @Override
    public void look(long now) {
        if (stall.of(channel, 0, now) > share.patience(limits.stallTimeout())) {
            Farewell.cut(channel);
            return;
        }
        Http2Order.look(channel.pipeline(), now, limits.headerTimeout().toNanos());
        for (Http2Stream stream : all()) {
            stream.look(now);
        }
        switch (phase) {
            case SERVING -> {
                if (streams.isEmpty() && now - since > patience()) {
                    announce();
                }
            }
            case ANNOUNCED -> {
                if (now - since > LONGEST_STEP) {
                    nameLast();
                }
            }
            case LAST -> closeIfOver();
            case FINISHED -> {
                if (now - since > LONGEST_STEP) {
                    kill();
                }
            }
        }
    }

    private long patience() {
        return (used ? limits.idleTimeout() : limits.headerTimeout()).toNanos();
    }
}
