package dev.weir.net.http.server;

import dev.weir.net.http.wire.HttpDate;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Locale;

/** Makes the fields of a response's HEADERS frame (RFC 9113 section 8.3.2). */
final class Http2ResponseHead {
    private static final AsciiString DATE = AsciiString.cached("date");
    private static final AsciiString LENGTH = AsciiString.cached("content-length");
    private static final AsciiString UPGRADE = AsciiString.cached("upgrade");
    private static final AsciiString CONNECTION = AsciiString.cached("connection");
    private static final AsciiString TYPE = AsciiString.cached("content-type");

    private Http2ResponseHead() {}

    static Http2Headers of(Reply response) {
        Http2Headers fields = dated(response.status(), response.fields());
        if (response.toldLength() >= 0) {
            fields.add(LENGTH, AsciiString.of(Long.toString(response.toldLength())));
        }
        return fields;
    }

    /** A head without what tells of content. */
    static Http2Headers dated(int status, String[] given) {
        return of(status, given).add(DATE, HttpDate.dateNow());
    }

    /** A head without what the server adds. */
    static Http2Headers of(int status, String[] given) {
        return fields(given).status(AsciiString.of(Integer.toString(status)));
    }

    /** Fields alone: name, value, name, value … */
    static Http2Headers fields(String[] given) {
        Http2Headers fields = new DefaultHttp2Headers(false, given.length / 2 + 3);
        for (int i = 0; i < given.length; i += 2) {
            AsciiString name = name(given[i]);
            if (!name.contentEquals(UPGRADE) && !name.contentEquals(CONNECTION)) { // of HTTP/1.1 only
                fields.add(name, new AsciiString(given[i + 1]));
            }
        }
        return fields;
    }

    /** Checked when it was set: a name is a token, so it is ASCII. */
    private static AsciiString name(String name) {
        return name.equals("Content-Type") ? TYPE : AsciiString.of(name.toLowerCase(Locale.ROOT));
    }
}
