package dev.weir.net.http.client;

import dev.weir.net.http.Headers;
import dev.weir.net.loop.Output;

/** Writes the head of a request (RFC 9112 section 3). */
final class RequestHead {
    private RequestHead() {}

    /** Writes it; returns whether the body goes in chunks. */
    static boolean write(Output out, ClientRequest request, Route route) {
        out.latin1(request.method());
        out.octet(' ');
        out.latin1(
                route.isForwarded() ? request.url().absolute() : request.url().target());
        out.latin1(" HTTP/1.1\r\n");
        field(out, "Host", request.url().authority());
        for (Headers.Field field : request.headers()) {
            field(out, field.name(), field.value());
        }
        String credentials = route.isForwarded() ? route.credentials() : null;
        if (credentials != null) {
            field(out, "Proxy-Authorization", credentials);
        }
        if (request.expectsContinue()) {
            field(out, "Expect", "100-continue");
        }
        boolean chunked = framing(out, request);
        out.crlf();
        return chunked;
    }

    private static boolean framing(Output out, ClientRequest request) {
        long length = request.content().length();
        if (length == Content.UNKNOWN) {
            field(out, "Transfer-Encoding", "chunked");
            return true;
        }
        if (length > 0 || impliesBody(request.method())) {
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

    private static void field(Output out, String name, String value) {
        out.latin1(name);
        out.octet(':');
        out.octet(' ');
        out.latin1(value);
        out.crlf();
    }
}
