package dev.weir.net.http.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2UnknownFrame;
import io.netty.handler.codec.http2.Http2WindowUpdateFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * Throws away frames of kinds that RFC 9113 does not know (section 5.5). Netty 4.2.18 keeps those of a
 * stream in its channel, where one that came after the last that is read would keep the stream from ever being over.
 */
public final class KnownFrames extends ChannelInboundHandlerAdapter {
    /** Is told of the window that the peer gives. */
    @FunctionalInterface
    public interface Windows {
        /** So many bytes more may be sent on that stream. */
        void given(int stream, int more);
    }

    private final Windows windows;

    public KnownFrames(Windows windows) {
        this.windows = windows;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Http2UnknownFrame) {
            ReferenceCountUtil.release(message);
        } else {
            if (message instanceof Http2WindowUpdateFrame window && window.stream() != null) {
                windows.given(window.stream().id(), window.windowSizeIncrement());
            }
            ctx.fireChannelRead(message);
        }
    }
}
