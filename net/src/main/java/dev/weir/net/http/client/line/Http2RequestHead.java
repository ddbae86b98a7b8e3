package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.Call;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;

/** Heads as HTTP/2 has them (RFC 9113 section 8.3). */
final class Http2RequestHead {
    private Http2RequestHead() {}

    static Http2Headers of(Call call) {
        Http2Headers head = fields(call.fields())
                .method(call.method())
                .scheme(call.url().scheme())
                .authority(call.url().authority())
                .path(call.target());
        long length = call.content().length();
        if (length > 0 || (length == 0 && HeadWriter.impliesBody(call.method()))) {
            head.addLong("content-length", length);
        }
        if (call.expectsContinue()) {
            head.add("expect", "100-continue");
        }
        return head;
    }

    static Http2Headers fields(String[] fields) {
        Http2Headers head = new DefaultHttp2Headers();
        for (int i = 0; i < fields.length; i += 2) {
            head.add(fields[i].toLowerCase(Locale.ROOT), fields[i + 1]);
        }
        return head;
    }
}
