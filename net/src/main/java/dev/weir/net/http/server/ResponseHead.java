package dev.weir.net.http.server;

import dev.weir.net.http.wire.HttpDate;
import dev.weir.net.http.wire.MessageWriter;
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

    static void write(Output out, Reply response, BodyFraming framing, boolean keepAlive, boolean http10) {
        out.bytes(Statuses.line(response.status()));
        out.bytes(HttpDate.fieldNow());
        MessageWriter.fields(out, response.fields());
        if (framing == BodyFraming.CHUNKED) {
            out.bytes(CHUNKED);
        } else if (response.toldLength() >= 0) {
            out.bytes(LENGTH);
            out.number(response.toldLength(), 10);
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
