package dev.weir.lab.servers;

import java.util.Objects;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Bodies and events by reactor-netty, over HTTP/2 from the first byte on. */
final class ReactorNettyStreams implements Server {
    @Override
    public void start(Setup setup) {
        Sinks.Many<String> events = Sinks.many().multicast().directBestEffort();
        ReactorNettyHttp.server(setup)
                .protocol(HttpProtocol.H2C)
                .route(routes -> routes.get("/", (request, response) -> ReactorNettyHttp.respond(response))
                        .get("/download/{megabytes}", ReactorNettyStreams::download)
                        .post(Streams.UPLOAD, ReactorNettyStreams::upload)
                        .get(
                                Streams.EVENTS,
                                (request, response) -> response.sse().sendString(events.asFlux())))
                .bindNow();
        Events.happen(setup, () -> events.tryEmitNext(Events.text()));
    }

    private static Publisher<Void> download(HttpServerRequest request, HttpServerResponse response) {
        String megabytes = Objects.requireNonNull(request.param("megabytes"));
        return ReactorNettyBody.generated(response, Streams.sizeOf(megabytes));
    }

    private static Publisher<Void> upload(HttpServerRequest request, HttpServerResponse response) {
        Mono<String> size = request.receive()
                .map(piece -> (long) piece.readableBytes())
                .reduce(0L, Long::sum)
                .map(String::valueOf);
        return response.sendString(size);
    }
}
