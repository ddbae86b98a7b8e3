package dev.weir.net.http.client.line;

import dev.weir.net.http.wire.ClientCodecBuilder;
import dev.weir.net.http.wire.ResetEncoder;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2FrameWriter;

/**
 * Makes Netty's codec for a client, which resets a stream once. What the server had sent of it before it knew comes to a
 * stream that is no more: the codec of Netty 4.2.18 takes it off the connection's window, and off the state of the fields' compression, and
 * would answer each such frame with one more reset; servers take many of those for an attack.
 */
final class Http2ClientCodec extends ClientCodecBuilder {
    @Override
    protected Http2ConnectionEncoder decorated(Http2ConnectionEncoder usual) {
        return new StreamsOnly(usual);
    }

    private static final class StreamsOnly extends ResetEncoder {
        private final Http2FrameWriter writer;

        StreamsOnly(Http2ConnectionEncoder encoder) {
            super(encoder);
            writer = new DecoratingHttp2FrameWriter(encoder.frameWriter()) {
                @Override
                public ChannelFuture writeRstStream(
                        ChannelHandlerContext ctx, int streamId, long errorCode, ChannelPromise promise) {
                    return connection().stream(streamId) == null
                            ? promise.setSuccess()
                            : super.writeRstStream(ctx, streamId, errorCode, promise);
                }
            };
        }

        @Override
        public Http2FrameWriter frameWriter() {
            return writer;
        }
    }
}
