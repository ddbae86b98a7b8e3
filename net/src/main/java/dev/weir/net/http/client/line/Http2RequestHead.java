package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.StatusHead;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Heads as HTTP/2 has them (RFC 9113 section 8.3). */
final class Http2RequestHead {
    private static final Set<String> FORBIDDEN =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private Http2RequestHead() {}

    static Http2Headers of(Call call) {
        Http2Headers head = fields(call.fields())
                .method(call.method())
                .scheme(call.url().scheme())
                .authority(call.url().authority())
                .path(call.url().target());
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

    static StatusHead read(Http2Headers head, int maxFields) throws BadRequest {
        CharSequence status = head.status();
        if (status == null || !status.toString().matches("[1-9][0-9][0-9]")) {
            throw new BadRequest("the response has no status");
        }
        if (head.size() - 1 > maxFields) {
            throw new BadRequest("the response has more than " + maxFields + " header fields");
        }
        List<String> fields = new ArrayList<>(2 * head.size());
        String length = null;
        for (Map.Entry<CharSequence, CharSequence> entry : head) {
            String name = entry.getKey().toString();
            String value = entry.getValue().toString();
            if (name.startsWith(":")) {
                continue;
            }
            if (!Chars.isToken(name) || !Chars.isValue(value)) {
                throw new BadRequest("a header field of the response is malformed");
            }
            if (FORBIDDEN.contains(name)) {
                throw new BadRequest("the response has the field " + name + ", which HTTP/2 does not have");
            }
            if (name.equals("content-length")) {
                length = once(length, value);
            }
            fields.add(name);
            fields.add(value);
        }
        return StatusHead.of(Integer.parseInt(status.toString()), fields.toArray(new String[0]), length);
    }

    private static String once(@Nullable String before, String value) throws BadRequest {
        if (before != null) {
            throw new BadRequest("the response has more than one content-length");
        }
        return value;
    }
}
