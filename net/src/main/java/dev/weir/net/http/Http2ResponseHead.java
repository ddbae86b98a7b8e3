package dev.weir.net.http;

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

    static Http2Headers of(Response response) {
        Headers headers = response.headers();
        Http2Headers fields = new DefaultHttp2Headers(false, headers.size() + 3);
        fields.status(status(response.status()));
        fields.add(DATE, HttpDate.dateNow());
        for (int i = 0; i < headers.size(); i++) {
            AsciiString name = name(headers.nameAt(i));
            if (!name.contentEquals(UPGRADE) && !name.contentEquals(CONNECTION)) { // of HTTP/1.1 only
                fields.add(name, new AsciiString(headers.valueAt(i)));
            }
        }
        if (response.body().length() >= 0 && ResponseHead.mayHaveBody(response.status())) {
            fields.add(LENGTH, AsciiString.of(Long.toString(response.body().length())));
        }
        return fields;
    }

    private static AsciiString status(int status) {
        return AsciiString.of(Integer.toString(status));
    }

    /** Checked when it was set: a name is a token, so it is ASCII. */
    private static AsciiString name(String name) {
        return name.equals("Content-Type") ? TYPE : AsciiString.of(name.toLowerCase(Locale.ROOT));
    }
}
