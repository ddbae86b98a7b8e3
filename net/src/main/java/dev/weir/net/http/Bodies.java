package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.net.http.server.BodyChanger;
import dev.weir.net.http.server.Content;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** The bodies of requests. */
final class Bodies implements BodyChanger<Request> {
    @Override
    public Content body(Request request) {
        return request.body;
    }

    @Override
    public boolean hasCome(Request request) {
        return request.asked().head().hasBody();
    }

    @Override
    public Request withBody(Request request, Function<String, Many<ByteBuffer>> pieces) {
        return request.withContent(new Content.Changed(pieces, request.asked().body()));
    }
}
