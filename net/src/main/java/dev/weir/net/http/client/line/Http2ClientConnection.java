package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.KnownFrames;
import dev.weir.net.loop.Farewell;
import dev.weir.net.loop.LoopShare;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamChannelOption;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/2 (RFC 9113) to a server, on its event loop. It carries many exchanges at the same time. */
public final class Http2ClientConnection extends ChannelInboundHandlerAdapter implements Connection, LoopShare.Member {
    /*
     * The connection is always read: else the windows that let us send would not be seen. What bounds the bytes
     * that wait for readers are the windows that we give: a stream's is returned as it is read, and that of the
     * connection is so large that a few streams that nobody reads do not stop the others.
     */
    private static final int STREAM_WINDOW = 256 * 1024;
    private static final int CONNECTION_WINDOW = 16 * 1024 * 1024;
    private static final long LONGEST_GOODBYE = TimeUnit.SECONDS.toNanos(1);

    /**
     * Who waits for it.
     *
     * @param failed told why, if that is known
     */
    public record Awaiting(Route route, Consumer<Connection> ready, Consumer<@Nullable Throwable> failed) {}

    private final Channel channel;
    private final LoopShare share;
    private final Owner owner;
    private final CallLimits limits;
    private final Awaiting opening;
    private final ServerFrames frames;
    private final Set<Http2ClientStream> streams = ConcurrentHashMap.newKeySet(); // others only look
    private final Resets resets = new Resets();
    private final long born;
    private int room;
    private int lastServed = Integer.MAX_VALUE;
    private boolean open;
    private boolean used;
    private boolean draining;
    private boolean tired; // the server takes no more, or may soon object to so many resets, or it may be dead
    private boolean closed;
    private boolean left;
    private long idleSince;
    private long brokenAt;
    private @Nullable GoAway goAway;
    private @Nullable Throwable broken;

    private Http2ClientConnection(
            Channel channel, LoopShare share, Owner owner, CallLimits limits, Awaiting opening, ServerFrames frames) {
        this.channel = channel;
        this.share = share;
        this.owner = owner;
        this.limits = limits;
        this.opening = opening;
        this.frames = frames;
        this.born = share.now();
        this.idleSince = born;
    }

    /**
     * Begins to speak HTTP/2.
     *
     * @param opening told when the server has said what it can take, or has gone before
     */
    public static void open(Channel channel, LoopShare share, Owner owner, CallLimits limits, Awaiting opening) {
        Http2FrameCodec codec = new Http2ClientCodec()
                .initialSettings(Http2Settings.defaultSettings()
                        .pushEnabled(false)
                        .initialWindowSize(STREAM_WINDOW)
                        .maxHeaderListSize(limits.maxHeaderBytes()))
                .gracefulShutdownTimeoutMillis(0) // those that run are waited for before it is closed
                .build();
        ServerFrames frames = new ServerFrames(codec, share::now);
        Http2ClientConnection connection = new Http2ClientConnection(channel, share, owner, limits, opening, frames);
        share.hold(); // streams may be read for longer than the channel is open
        share.add(connection);
        channel.pipeline()
                .addLast(frames, codec, new KnownFrames(), new Http2MultiplexHandler(new NoPush()), connection);
        widen(codec);
        codec.connection().addListener(connection.new ConnectionEvents());
        channel.config().setAutoRead(true);
        channel.flush();
        if (!channel.isActive()) {
            connection.end();
        }
    }

    private static void widen(Http2FrameCodec codec) {
        Http2Connection connection = codec.connection();
        try {
            connection
                    .local()
                    .flowController()
                    .incrementWindowSize(connection.connectionStream(), CONNECTION_WINDOW - 65_535);
        } catch (Http2Exception impossible) {
            throw new AssertionError(impossible);
        }
    }

    private final class ConnectionEvents extends Http2ConnectionAdapter {
        /** Notes which streams the server will not serve, before they are closed. */
        @Override
        public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
            lastServed = lastStreamId;
            if (errorCode != Http2Error.NO_ERROR.code()) {
                goAway = GoAway.of(errorCode, debugData);
            }
            tired = true; // at once: what begins before the pool knows would be lost (RFC 9113 section 6.8)
            owner.retire();
        }

        @Override
        public void onStreamClosed(Http2Stream stream) {
            if (stream.isResetSent() && resets.areMany(share.now())) {
                tired = true;
                owner.retire();
            }
        }
    }

    /** What the server said as it ended the connection because of an error, or null if it did not. */
    @Nullable
    GoAway goAway() {
        return goAway;
    }

    int maxHeaderFields() {
        return limits.maxHeaderFields();
    }

    /** Whether the server has said that it did nothing with that stream. */
    boolean isUnserved(int streamId) {
        return !Http2CodecUtil.isStreamIdValid(streamId) || streamId > lastServed;
    }

    /** Servers are told not to push. */
    private static final class NoPush extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel pushed) {
            pushed.close();
        }
    }

    // ------------------------------------------------------------ for the pool

    @Override
    public EventLoop loop() {
        return share.loop();
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public int unread() {
        return (int) streams.stream().filter(Http2ClientStream::isUnread).count();
    }

    @Override
    public void begin(Exchange exchange) {
        RuntimeException refusal = refusal(exchange, broken);
        if (refusal != null) {
            exchange.refuse(refusal);
        } else if (draining) {
            exchange.windUp();
        }
        if (exchange.isUnwanted()) {
            owner.release();
        } else if (closed || tired || !channel.isActive()) {
            owner.again(exchange);
        } else {
            start(exchange);
        }
    }

    private void start(Exchange exchange) {
        Http2ClientStream stream = new Http2ClientStream(this, share, exchange);
        boolean onUsed = used;
        used = true;
        streams.add(stream);
        new Http2StreamChannelBootstrap(channel)
                .option(Http2StreamChannelOption.AUTO_STREAM_FLOW_CONTROL, false)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(32 * 1024, 64 * 1024))
                .handler(stream)
                .open()
                .addListener(opened -> {
                    if (opened.isSuccess()) {
                        frames.requested();
                        stream.begin(onUsed);
                    } else {
                        streams.remove(stream);
                        owner.again(exchange);
                    }
                });
    }

    @Override
    public void close() {
        channel.close();
    }

    // ------------------------------------------------------------ for streams

    ServerFrames frames() {
        return frames;
    }

    /**
     * The stream's exchange is over.
     *
     * @param suspicious whether it was waited for in vain, so that others had better not follow it
     */
    void left(Http2ClientStream stream, boolean suspicious) {
        if (!streams.remove(stream)) {
            return;
        }
        idleSince = share.now();
        tired |= suspicious;
        if (draining || tooOld() || suspicious) {
            owner.retire();
        }
        owner.release();
        leave();
    }

    /** What the exchange is to fail with if it was for the client's certificate that the connection failed, else null. */
    @Nullable
    RuntimeException refusal(Exchange exchange, @Nullable Throwable cause) {
        return CertificateRefusal.of(cause, opening.route(), exchange);
    }

    /** What the exchange is to fail with if the server broke the protocol or a limit, else null. */
    @Nullable
    RuntimeException breach(Exchange exchange) {
        return broken instanceof Http2Exception wrong
                ? exchange.failure(
                        Trouble.PROTOCOL,
                        "the connection was closed, as the server broke HTTP/2 or a limit (" + wrong.error() + ": "
                                + Chars.quoted(String.valueOf(wrong.getMessage())) + ")")
                : null;
    }

    private boolean tooOld() {
        return share.now() - born > limits.maxAge().toNanos();
    }

    // ------------------------------------------------------------ from the network

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof Http2SettingsFrame frame) {
                settings(frame.settings());
            } else if (message instanceof Http2GoAwayFrame) { // Netty's codec makes one when there are no more streams
                owner.retire();
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void settings(Http2Settings settings) {
        Long most = settings.maxConcurrentStreams();
        if (most != null || !open) {
            room = (int) Math.min(limits.maxStreams(), most == null ? limits.maxStreams() : most);
        }
        if (open) {
            owner.resize(room);
        } else {
            open = true;
            opening.ready().accept(this);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslCloseCompletionEvent said && said.isSuccess()) {
            tired = true;
            owner.retire();
            ctx.close();
        }
        ReferenceCountUtil.release(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        broken = cause;
        tired = true;
        if (cause instanceof Http2Exception) { // then the codec says why, and closes
            brokenAt = share.now();
            List.copyOf(streams).forEach(Http2ClientStream::lost);
        } else {
            ctx.close();
        }
    }

    private void end() {
        if (!closed) {
            closed = true;
            if (!open) {
                opening.failed().accept(broken);
            }
            owner.closed();
            List.copyOf(streams).forEach(Http2ClientStream::lost);
            leave();
        }
    }

    private void leave() {
        if (closed && streams.isEmpty() && !left) {
            left = true;
            share.remove(this);
            share.release();
        }
    }

    // ------------------------------------------------------------ from the rounds

    @Override
    public void look(long now) {
        List.copyOf(streams).forEach(stream -> stream.look(now));
        if (broken instanceof Http2Exception && !closed && now - brokenAt > LONGEST_GOODBYE) {
            Farewell.cut(channel); // the server does not take why
        }
        boolean isIdle =
                streams.isEmpty() && now - idleSince > limits.idleTimeout().toNanos();
        if (open && !closed && (isIdle || tooOld())) {
            owner.retire();
        }
    }

    @Override
    public void drain() {
        draining = true;
        if (open) {
            owner.retire(); // else somebody waits for it
        }
        List.copyOf(streams).forEach(Http2ClientStream::windUp);
    }

    @Override
    public void kill() {
        List.copyOf(streams).forEach(Http2ClientStream::kill);
        channel.close();
    }
}
