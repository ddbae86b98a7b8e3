package dev.weir.lab.servers;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.netty.http.server.HttpServerResponse;

/** Large bodies by reactor-netty. */
final class ReactorNettyBody implements Server {
    @Override
    public void start(Setup setup) {
        ReactorNettyHttp.server(setup)
                .route(routes -> routes.get("/file", (request, response) -> file(response, setup.file()))
                        .get("/generated", (request, response) -> generated(response, setup.size())))
                .bindNow();
    }

    private static Publisher<Void> file(HttpServerResponse response, Path file) {
        try {
            return response.header(HttpHeaderNames.CONTENT_TYPE, Bodies.TYPE)
                    .header(HttpHeaderNames.CONTENT_LENGTH, String.valueOf(Files.size(file)))
                    .sendFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Publisher<Void> generated(HttpServerResponse response, long size) {
        return response.header(HttpHeaderNames.CONTENT_TYPE, Bodies.TYPE)
                .send(Flux.range(0, Bodies.pieces(size))
                        .map(index -> Unpooled.wrappedBuffer(Bodies.piece(index, size))));
    }
}
