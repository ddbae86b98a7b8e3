package dev.weir.lab.servers;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/** Bodies and events by Vert.x. */
final class VertxStreams implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        VertxHttp.deploy(setup, (vertx, server) -> serve(setup, vertx, server));
    }

    private static HttpServer serve(Setup setup, Vertx vertx, HttpServer server) {
        Set<HttpServerResponse> listeners = new LinkedHashSet<>();
        vertx.setPeriodic(setup.tick().toMillis(), id -> Events.burst(setup, () -> VertxEvents.emit(listeners)));
        return server.requestHandler(request -> handle(request, listeners));
    }

    private static void handle(HttpServerRequest request, Set<HttpServerResponse> listeners) {
        String path = Objects.requireNonNull(request.path());
        if (path.startsWith(Streams.DOWNLOAD)) {
            request.response().setChunked(true).putHeader("Content-Type", Bodies.TYPE);
            new Download(request.response(), Streams.size(path)).send();
        } else if (path.equals(Streams.UPLOAD)) {
            Upload upload = new Upload();
            request.handler(piece -> upload.size += piece.length())
                    .endHandler(end -> request.response().end(String.valueOf(upload.size)));
        } else if (path.equals(Streams.EVENTS)) {
            VertxEvents.listen(request, listeners);
        } else {
            VertxHttp.respond(request.response());
        }
    }

    private static final class Upload {
        private long size;
    }

    private static final class Download {
        private final HttpServerResponse response;
        private final long size;
        private long made;

        Download(HttpServerResponse response, long size) {
            this.response = response;
            this.size = size;
        }

        /** Sends until the client does not keep up. */
        void send() {
            while (made < size && !response.writeQueueFull()) {
                byte[] piece = Bodies.piece(size - made);
                made += piece.length;
                response.write(Buffer.buffer(piece));
            }
            if (made < size) {
                response.drainHandler(drained -> send());
            } else {
                response.drainHandler(null);
                response.end();
            }
        }
    }
}
