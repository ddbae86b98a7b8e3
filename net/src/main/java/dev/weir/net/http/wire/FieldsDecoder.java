package dev.weir.net.http.wire;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;

/**
 * Decodes the fields of HEADERS. Where a name is malformed, Netty 4.2.18 formats a text twice that has it, so a peer could
 * have it make strings of any length by a few bytes: what is told here has nothing of the peer's.
 */
public final class FieldsDecoder extends DefaultHttp2HeadersDecoder {
    private static final int USUAL = 16;

    public FieldsDecoder(long maxHeaderListSize) {
        super(true, maxHeaderListSize);
    }

    @Override
    protected Http2Headers newHeaders() {
        return new PeersFields();
    }

    private static final class PeersFields extends DefaultHttp2Headers {
        PeersFields() {
            super(true, false, USUAL);
        }

        @Override
        public Http2Headers add(CharSequence name, CharSequence value) {
            try {
                return super.add(name, value);
            } catch (Exception malformed) { // also one that is checked, which is thrown unseen
                throw new IllegalArgumentException("it is malformed");
            }
        }
    }
}
