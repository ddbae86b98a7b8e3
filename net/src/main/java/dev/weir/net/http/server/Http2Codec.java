package dev.weir.net.http.server;

import dev.weir.net.http.wire.ResetEncoder;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;

/** Makes Netty's codec for a server, where nothing of a stream follows its reset. */
final class Http2Codec extends Http2FrameCodecBuilder {
    Http2Codec() {
        server(true);
    }

    @Override
    protected Http2FrameCodec build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
        return super.build(decoder, new ResetEncoder(encoder), initialSettings);
    }
}
