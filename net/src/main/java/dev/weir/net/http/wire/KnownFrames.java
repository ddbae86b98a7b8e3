package dev.weir.net.http.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2UnknownFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * Throws away frames of kinds that RFC 9113 does not know (section 5.5). Netty 4.2.18 keeps those of a
 * stream in its channel, where one that came after the last that is read would keep the stream from ever being over.
 */
public final class KnownFrames extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Http2UnknownFrame) {
            ReferenceCountUtil.release(message);
        } else {
            ctx.fireChannelRead(message);
        }
    }
}
