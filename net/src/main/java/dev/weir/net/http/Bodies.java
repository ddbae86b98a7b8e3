package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.net.http.server.BodyChanger;
import dev.weir.net.http.server.Content;
import dev.weir.net.http.wire.RequestHead;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** The bodies of requests. */
final class Bodies implements BodyChanger<Request> {
    @Override
    public Content body(Request request) {
        return request.body;
    }

    @Override
    public RequestHead head(Request request) {
        return request.asked().head();
    }

    @Override
    public void interim(Request request, int status, String... fields) {
        request.asked().interim(status, new Headers(fields));
    }

    @Override
    public Request withBody(Request request, Function<String, Many<ByteBuffer>> pieces) {
        return request.withContent(new Content.Changed(pieces, request.asked().body()));
    }
}
