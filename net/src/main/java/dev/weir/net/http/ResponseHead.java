package dev.weir.net.http;

import dev.weir.net.http.wire.HttpDate;
import dev.weir.net.http.wire.Statuses;
import dev.weir.net.loop.Output;
import java.nio.charset.StandardCharsets;

/** Writes the head of a response. */
final class ResponseHead {
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CLOSE = ascii("Connection: close\r\n");
    private static final byte[] KEEP = ascii("Connection: keep-alive\r\n");

    private ResponseHead() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static boolean mayHaveBody(int status) {
        return status != 204 && status != 304;
    }

    static void write(Output out, Response response, Framing framing, boolean keepAlive, boolean http10) {
        out.bytes(Statuses.line(response.status()));
        out.bytes(HttpDate.fieldNow());
        Headers headers = response.headers();
        for (int i = 0; i < headers.size(); i++) {
            out.latin1(headers.nameAt(i));
            out.octet(':');
            out.octet(' ');
            out.latin1(headers.valueAt(i));
            out.crlf();
        }
        if (framing == Framing.CHUNKED) {
            out.bytes(CHUNKED);
        } else if (response.body().length() >= 0 && mayHaveBody(response.status())) {
            out.bytes(LENGTH);
            out.number(response.body().length(), 10);
            out.crlf();
        }
        if (!keepAlive) {
            out.bytes(CLOSE);
        } else if (http10) {
            out.bytes(KEEP);
        }
        out.crlf();
    }
}
