package dev.weir.net.http.wire;

import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.Objects;

/** Makes Netty's codec for a client, but for what decodes fields: see {@link FieldsDecoder}. The settings say how large heads may be. */
public class ClientCodecBuilder extends Http2FrameCodecBuilder {
    public ClientCodecBuilder() {
        server(false);
    }

    /** What is to encode frames in place of that. */
    protected Http2ConnectionEncoder decorated(Http2ConnectionEncoder usual) {
        return usual;
    }

    @Override
    protected final Http2FrameCodec build(
            Http2ConnectionDecoder usual, Http2ConnectionEncoder encoder, Http2Settings settings) {
        long largest = Objects.requireNonNull(settings.maxHeaderListSize(), "maxHeaderListSize");
        Http2ConnectionDecoder own = new DefaultHttp2ConnectionDecoder(
                encoder.connection(),
                encoder,
                new DefaultHttp2FrameReader(new FieldsDecoder(largest)),
                Http2PromisedRequestVerifier.ALWAYS_VERIFY,
                true,
                true,
                true);
        return new Around(own, encoder).initialSettings(settings).build();
    }

    /** Puts around the decoder what the codec has around its own. */
    private final class Around extends Http2FrameCodecBuilder {
        Around(Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder) {
            codec(decoder, encoder);
        }

        @Override
        public boolean isServer() {
            return false;
        }

        @Override
        protected Http2FrameCodec build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return super.build(decoder, decorated(encoder), settings);
        }
    }
}
