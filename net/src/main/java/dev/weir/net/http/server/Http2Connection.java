package dev.weir.net.http.server;

import dev.weir.net.loop.Farewell;
import dev.weir.net.loop.Frequency;
import dev.weir.net.loop.Lingering;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Stall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection.PropertyKey;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
    private final Application application;
    private final Limits limits;
    private final Peer peer;
    private final Output out;
    private final Http2Codec codec;
    private final io.netty.handler.codec.http2.Http2Connection streams;
    private final PropertyKey key;
    private final Http2Wire wire;
    private final List<Http2Stream> unsettled = new ArrayList<>();
    private final Stall stall = new Stall();
    private final Frequency resets;

    private Phase phase = Phase.SERVING;
    private boolean used;
    private int open;
    private int begun;
    private int initialWindow = Http2CodecUtil.DEFAULT_WINDOW_SIZE; // of what is sent
    private long since; // it had no stream any more, or the phase began
    private @Nullable Lingering awaited; // the client, to close its side

    Http2Connection(Channel channel, LoopShare share, Application application) {
        this.channel = channel;
        this.share = share;
        this.application = application;
        this.limits = application.limits();
        this.peer = Peer.of(channel);
        this.out = new Output(channel, share);
        this.codec = Http2Codec.of(
                out,
                share,
                limits,
                new Http2Events(),
                (status, detail) -> application.refused(peer.address(), status, detail));
        this.streams = codec.connection();
        this.key = streams.newKey();
        this.wire = new Http2Wire(channel, share, codec);
        this.resets = new Frequency(limits.maxResets(), Http2Writer.RESETS_WINDOW);
    }

    Http2Codec codec() {
        return codec;
    }

    Output out() {
        return out;
    }

    // ------------------------------------------------------------ streams

    /** What the codec tells. */
    private final class Http2Events extends Http2EventAdapter {
        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int streamId,
                Http2Headers headers,
                int streamDependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endStream) {
            var stream = streams.stream(streamId);
            Http2Stream known = stream.getProperty(key);
            if (known == null) {
                known = new Http2Stream(stream, wire, peer, share, application);
                stream.setProperty(key, known);
                add();
            }
            known.headers(headers, endStream);
        }

        @Override
        public int onDataRead(ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream) {
            Http2Stream known = of(streamId);
            if (known == null) {
                return data.readableBytes() + padding;
            }
            known.data(data, padding, endOfStream);
            if (unsettled.isEmpty() || unsettled.getLast() != known) { // once for what comes in a row
                unsettled.add(known);
            }
            return 0; // it tells what is taken
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {
            Integer window = settings.initialWindowSize();
            if (window != null) {
                int more = window - initialWindow;
                initialWindow = window;
                all().forEach(stream -> stream.out().initialWindow(more));
            }
        }

        @Override
        public void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int windowSizeIncrement) {
            Http2Stream known = of(streamId);
            if (known != null) {
                known.out().windowGiven(windowSizeIncrement);
            }
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) throws Http2Exception {
            if (!resets.allows(share.now())) {
                throw Http2Exception.connectionError(
                        Http2Error.ENHANCE_YOUR_CALM, "the client resets too many streams");
            }
            Http2Stream known = of(streamId);
            if (known != null) {
                known.lost();
            }
        }

        @Override
        public void onPingAckRead(ChannelHandlerContext ctx, long data) {
            if (data == GOODBYE && phase == Phase.ANNOUNCED) {
                nameLast();
            }
        }

        @Override
        public void onStreamClosed(io.netty.handler.codec.http2.Http2Stream stream) {
            Http2Stream known = stream.getProperty(key);
            if (known != null) {
                known.closed();
                remove();
            }
        }
    }

    private @Nullable Http2Stream of(int streamId) {
        var stream = streams.stream(streamId);
        return stream == null ? null : stream.getProperty(key);
    }

    private void add() {
        open++;
        used = true;
        if (++begun % FEW == 0) {
            share.worked(FEW * A_REQUEST);
        }
    }

    private void remove() {
        if (--open == 0) {
            since = share.now();
            closeIfOver();
        }
    }

    private List<Http2Stream> all() {
        List<Http2Stream> all = new ArrayList<>(open); // as one may go meanwhile
        try {
            streams.forEachActiveStream(stream -> {
                Http2Stream known = stream.getProperty(key);
                if (known != null) {
                    all.add(known);
                }
                return true;
            });
        } catch (Http2Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        return all;
    }

    // ------------------------------------------------------------ what comes

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        since = share.now();
        share.add(this);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        for (int i = 0; i < unsettled.size(); i++) {
            unsettled.get(i).settle();
        }
        unsettled.clear();
        wire.gather(); // the codec flushes after that
        if (awaited != null) {
            awaited.heard(share.now());
        }
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
        wire.close();
        out.discard();
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
            wire.goAway(Integer.MAX_VALUE);
            wire.ping(GOODBYE);
        }
    }

    private void nameLast() {
        phase = Phase.LAST;
        since = share.now();
        wire.goAway(streams.remote().lastStreamCreated());
        closeIfOver();
    }

    private void closeIfOver() {
        if (phase == Phase.LAST && open == 0) {
            finish();
        }
    }

    /** Closes our side when all is sent; the client then closes its own. */
    private void finish() {
        if (phase != Phase.FINISHED) {
            phase = Phase.FINISHED;
            awaited = new Lingering(share.now());
            share.loop().execute(this::sayGoodbye); // once the codec has what came with the last of that
        }
    }

    /** What comes after that is not answered: an answer that can't be sent any more would break the connection. */
    private void sayGoodbye() {
        Http2Order.deafen(channel.pipeline());
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> Farewell.finishSending(channel));
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
                if (open == 0 && now - since > patience()) {
                    announce();
                }
            }
            case ANNOUNCED -> {
                if (now - since > LONGEST_STEP) {
                    nameLast();
                }
            }
            case LAST -> closeIfOver();
            case FINISHED -> await(now);
        }
    }

    /** What waits is sent first, however long that takes a client that takes some of it. */
    private void await(long now) {
        if (awaited == null) {
            return;
        }
        if (out.isWaiting()) {
            awaited.begin(now);
        } else if (awaited.isOver(now)) {
            kill();
        }
    }

    private long patience() {
        return (used ? limits.idleTimeout() : limits.headerTimeout()).toNanos();
    }
}
