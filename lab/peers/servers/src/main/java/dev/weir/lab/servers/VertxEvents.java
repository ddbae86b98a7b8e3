package dev.weir.lab.servers;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.LinkedHashSet;
import java.util.Set;

/** Events by Vert.x: each event loop makes them for its own listeners, and those that do not keep up miss some. */
final class VertxEvents implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        VertxHttp.deploy(setup, (vertx, server) -> serve(setup, vertx, server));
    }

    private static HttpServer serve(Setup setup, Vertx vertx, HttpServer server) {
        Set<HttpServerResponse> listeners = new LinkedHashSet<>();
        vertx.setPeriodic(setup.tick().toMillis(), id -> Events.burst(setup, () -> emit(listeners)));
        return server.requestHandler(request -> listen(request, listeners));
    }

    static void listen(HttpServerRequest request, Set<HttpServerResponse> listeners) {
        HttpServerResponse response = request.response();
        response.setChunked(true).putHeader("Content-Type", Events.TYPE).writeHead();
        response.closeHandler(closed -> listeners.remove(response));
        listeners.add(response);
    }

    static void emit(Set<HttpServerResponse> listeners) {
        String event = Events.text();
        for (HttpServerResponse listener : listeners) {
            if (!listener.writeQueueFull()) {
                listener.write(event);
            }
        }
    }
}
