package dev.weir.net.http.wire;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;

/**
 * Ends a stream of HTTP/2 where it is reset: nothing of it follows (RFC 9113 section 5.1). Netty 4.2.18 drops what it
 * holds of the stream only when the reset has been sent, may send it meanwhile, and logs what comes meanwhile.
 */
public class ResetEncoder extends DecoratingHttp2ConnectionEncoder {
    public ResetEncoder(Http2ConnectionEncoder encoder) {
        super(encoder);
    }

    @Override
    public ChannelFuture writeRstStream(
            ChannelHandlerContext ctx, int streamId, long errorCode, ChannelPromise promise) {
        ChannelFuture sent = super.writeRstStream(ctx, streamId, errorCode, promise);
        var stream = connection().stream(streamId);
        if (stream != null) {
            stream.close();
        }
        return sent;
    }
}
