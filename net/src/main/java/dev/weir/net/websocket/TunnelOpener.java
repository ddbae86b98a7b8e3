package dev.weir.net.websocket;

import dev.weir.net.dial.Dial;
import dev.weir.net.http.wire.ClientCodecBuilder;
import dev.weir.net.http.wire.KnownFrames;
import dev.weir.net.http.wire.StreamWindow;
import dev.weir.net.loop.LoopShare;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;

/** Opens a stream for a WebSocket on a connection of HTTP/2 that is its own, if the server takes such (RFC 8441 section 3). */
final class TunnelOpener extends ChannelInboundHandlerAdapter {
    private static final int WINDOW = 256 * 1024;
    private static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private final Channel channel;
    private final LoopShare share;
    private final Dial dial;
    private final ClientHandshake.HandshakeCaller opening;
    private boolean begun;

    private TunnelOpener(Channel channel, LoopShare share, Dial dial, ClientHandshake.HandshakeCaller opening) {
        this.channel = channel;
        this.share = share;
        this.dial = dial;
        this.opening = opening;
    }

    static void open(Channel channel, LoopShare share, Dial dial, ClientHandshake.HandshakeCaller opening) {
        Http2Settings settings = Http2Settings.defaultSettings()
                .pushEnabled(false)
                .initialWindowSize(WINDOW)
                .maxHeaderListSize(ClientHandshake.MAX_HEAD_BYTES);
        channel.pipeline()
                .addLast(
                        new ClientCodecBuilder()
                                .initialSettings(settings)
                                .gracefulShutdownTimeoutMillis(0)
                                .build(),
                        new KnownFrames(),
                        new Http2MultiplexHandler(new Pushed()),
                        new TunnelOpener(channel, share, dial, opening));
        channel.config().setAutoRead(true);
        channel.flush();
    }

    /** Servers are told not to push. */
    private static final class Pushed extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel pushed) {
            pushed.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Http2SettingsFrame frame && !begun) {
            begun = true;
            if (Boolean.TRUE.equals(frame.settings().connectProtocolEnabled())) {
                stream();
            } else {
                dial.fail(opening.again());
            }
        }
        ReferenceCountUtil.release(message);
    }

    private void stream() {
        new Http2StreamChannelBootstrap(channel)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .open()
                .addListener((Future<Http2StreamChannel> opened) -> {
                    if (opened.isSuccess()) {
                        begin(opened.getNow());
                    } else {
                        channel.close();
                    }
                });
    }

    private void begin(Channel stream) {
        StreamWindow.configure(stream);
        stream.closeFuture().addListener(closed -> channel.close());
        ClientHandshake handshake = new ClientHandshake(stream, share, dial, opening, true);
        stream.pipeline().addLast(handshake);
        handshake.begin();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslCloseCompletionEvent said && said.isSuccess()) {
            ctx.close();
        }
        ReferenceCountUtil.release(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        dial.fail(() -> opening.failed().accept(opening.closed()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        dial.fail(() -> opening.failed().accept(opening.broken(cause)));
        ctx.close();
    }
}
