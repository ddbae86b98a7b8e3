package dev.weir.net.http.client.line;

import static dev.weir.net.http.wire.MessageWriter.field;
import static dev.weir.net.http.wire.MessageWriter.fields;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.loop.Output;

/** Writes the head of a request (RFC 9112 section 3). */
final class HeadWriter {
    private HeadWriter() {}

    /** Writes it; returns whether the body goes in chunks. */
    static boolean write(Output out, Call call, Route route) {
        out.latin1(call.method());
        out.octet(' ');
        out.latin1(route.isForwarded() ? call.absolute() : call.target());
        out.latin1(" HTTP/1.1\r\n");
        field(out, "Host", call.url().authority());
        fields(out, call.fields());
        for (int i = 0; i < call.fields().length; i += 2) {
            if (call.fields()[i].equalsIgnoreCase("TE")) {
                field(out, "Connection", "TE"); // RFC 9110 section 10.1.4
            }
        }
        String credentials = route.isForwarded() ? route.credentials() : null;
        if (credentials != null) {
            field(out, "Proxy-Authorization", credentials);
        }
        if (call.expectsContinue()) {
            field(out, "Expect", "100-continue");
        }
        boolean chunked = framing(out, call);
        out.crlf();
        return chunked;
    }

    private static boolean framing(Output out, Call call) {
        long length = call.content().length();
        if (length == Payload.UNKNOWN || call.trailers() != null) {
            field(out, "Transfer-Encoding", "chunked");
            return true;
        }
        if (length > 0 || impliesBody(call.method())) {
            out.latin1("Content-Length: ");
            out.number(length, 10);
            out.crlf();
        }
        return false;
    }

    /** Whether the absence of a body has to be told (RFC 9110 section 8.6). */
    static boolean impliesBody(String method) {
        return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }
}
