package dev.weir.net.http.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * Makes Netty's codec for a server, where nothing of a stream follows its reset (RFC 9113 section 5.1). Netty 4.2.18 drops
 * what it holds of the stream only when the reset has been sent, and may send it meanwhile.
 */
final class Http2Codec extends Http2FrameCodecBuilder {
    Http2Codec() {
        server(true);
    }

    @Override
    protected Http2FrameCodec build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
        return super.build(decoder, new Encoder(encoder), initialSettings);
    }

    private static final class Encoder extends DecoratingHttp2ConnectionEncoder {
        Encoder(Http2ConnectionEncoder encoder) {
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
}
