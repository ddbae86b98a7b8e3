package dev.weir.lab.spring;

import dev.weir.lab.checks.Checks;
import io.rsocket.core.RSocketServer;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.ServerTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.transport.netty.server.WebsocketServerTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.RSocketStrategies;
import org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Spring's messaging as a peer: {@code serve TCP_PORT WS_PORT} or {@code check NAME URL}. What a server does, and what is
 * checked, is the same in all languages, but that each request has a route, and nobody sees the metadata of answers: see
 * {@code scripts/conformance}.
 */
public final class Peer {
    private static final int FRAGMENT = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ROUTE = "peer";

    private Peer() {}

    public static void main(String[] arguments) {
        if (arguments[0].equals("serve")) {
            serve(TcpServerTransport.create("127.0.0.1", Integer.parseInt(arguments[1])));
            serve(WebsocketServerTransport.create("127.0.0.1", Integer.parseInt(arguments[2])));
            System.out.println("ready");
            Mono.never().block();
        } else {
            check(arguments[1], URI.create(arguments[2]));
            System.exit(0);
        }
    }

    private static void serve(ServerTransport<?> transport) {
        RSocketMessageHandler handler = new RSocketMessageHandler();
        handler.setHandlers(List.of(new Responder()));
        handler.setRSocketStrategies(RSocketStrategies.create());
        handler.afterPropertiesSet();
        var _ = RSocketServer.create(handler.responder())
                .fragment(FRAGMENT)
                .bind(transport)
                .block(PATIENCE);
    }

    private static RSocketRequester connect(URI place) {
        ClientTransport transport = place.getScheme().equals("ws")
                ? WebsocketClientTransport.create(place)
                : TcpClientTransport.create(place.getHost(), place.getPort());
        return RSocketRequester.builder()
                .dataMimeType(MimeTypeUtils.TEXT_PLAIN)
                .rsocketConnector(connector -> connector.fragment(FRAGMENT).keepAlive(Duration.ofSeconds(1), PATIENCE))
                .transport(transport);
    }

    private static void check(String name, URI place) {
        Checks checks = new Checks(name);
        RSocketRequester socket = connect(place);
        String large = "x".repeat(300_000);
        checks.check("a response", "hello", () -> ask(socket, "hello"));
        checks.check("an error", "failed", () -> Checks.failure(() -> ask(socket, "fail")));
        checks.check("a large payload", large, () -> ask(socket, large));
        checks.check(
                "a stream with little credit",
                Checks.numbers(1000),
                () -> texts(stream(socket, "count:1000").limitRate(7)));
        checks.check(
                "a stream that is cancelled",
                Checks.numbers(10),
                () -> texts(stream(socket, "count:1000000").limitRate(7).take(10)));
        checks.check(
                "a channel",
                Checks.numbers(100),
                () -> texts(socket.route(ROUTE)
                        .data(Flux.range(0, 100).map(i -> Integer.toString(i)))
                        .retrieveFlux(String.class)));
        checks.check("fire and forget", "fired", () -> {
            socket.route("forget").data("fired").send().block(PATIENCE);
            return Checks.until("fired", () -> ask(socket, "heard"));
        });
        checks.check(
                "a route",
                "the.route",
                () -> outcome(socket.route("the.route").data("route").retrieveMono(String.class)));
    }

    private static <T> T outcome(Mono<T> answer) {
        return Objects.requireNonNull(answer.block(PATIENCE), "no answer");
    }

    private static String ask(RSocketRequester socket, String data) {
        return outcome(socket.route(ROUTE).data(data).retrieveMono(String.class));
    }

    private static Flux<String> stream(RSocketRequester socket, String data) {
        return socket.route(ROUTE).data(data).retrieveFlux(String.class);
    }

    private static String texts(Flux<String> items) {
        return outcome(items.collect(Collectors.joining(",")));
    }
}
