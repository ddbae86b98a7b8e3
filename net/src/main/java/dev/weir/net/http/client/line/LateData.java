package dev.weir.net.http.client.line;

import dev.weir.net.http.wire.FrameHeads;
import io.netty.handler.codec.http2.Http2FrameCodec;

/** Throws away what a server still sends of responses that nobody wants any more. */
final class LateData extends FrameHeads {
    LateData(Http2FrameCodec codec) {
        super(codec, 0);
    }

    @Override
    protected void frame(byte type, byte flags, int stream) {
        // the codec looks after the order
    }

    @Override
    protected boolean isUnended(int stream) {
        return codec.connection().local().mayHaveCreatedStream(stream);
    }
}
