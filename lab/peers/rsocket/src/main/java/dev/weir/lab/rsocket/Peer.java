package dev.weir.lab.rsocket;

import dev.weir.lab.checks.Checks;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.core.Resume;
import io.rsocket.lease.Lease;
import io.rsocket.metadata.CompositeMetadata;
import io.rsocket.metadata.CompositeMetadataCodec;
import io.rsocket.metadata.RoutingMetadata;
import io.rsocket.metadata.TaggingMetadataCodec;
import io.rsocket.metadata.WellKnownMimeType;
import io.rsocket.resume.InMemoryResumableFramesStore;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.ServerTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.transport.netty.server.WebsocketServerTransport;
import io.rsocket.util.DefaultPayload;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * rsocket-java as a peer: {@code serve TCP_PORT WS_PORT} or {@code check NAME URL}, each followed by what else is wanted of
 * {@code lease} and {@code resume}. What a server does, and what is checked, is the same in all languages: see {@code
 * scripts/conformance}.
 */
public final class Peer {
    private static final int FRAGMENT = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Peer() {}

    private static final class Responder implements RSocket {
        private volatile String heard = "nothing";

        @Override
        public Mono<Payload> requestResponse(Payload payload) {
            String data = payload.getDataUtf8();
            return switch (data) {
                case "fail" -> Mono.error(new IllegalStateException("failed"));
                case "heard" -> Mono.just(DefaultPayload.create(heard));
                case "route" -> Mono.just(DefaultPayload.create(routeOf(payload)));
                default ->
                    Mono.just(
                            payload.hasMetadata()
                                    ? DefaultPayload.create(data, payload.getMetadataUtf8())
                                    : DefaultPayload.create(data));
            };
        }

        private static String routeOf(Payload payload) {
            for (CompositeMetadata.Entry entry :
                    new CompositeMetadata(Unpooled.wrappedBuffer(payload.getMetadata()), false)) {
                if (WellKnownMimeType.MESSAGE_RSOCKET_ROUTING.getString().equals(entry.getMimeType())) {
                    return new RoutingMetadata(entry.getContent()).iterator().next();
                }
            }
            return "no route";
        }

        @Override
        public Flux<Payload> requestStream(Payload payload) {
            int count = Integer.parseInt(payload.getDataUtf8().substring("count:".length()));
            return Flux.range(0, count).map(i -> DefaultPayload.create(Integer.toString(i)));
        }

        @Override
        public Flux<Payload> requestChannel(Publisher<Payload> payloads) {
            return Flux.from(payloads);
        }

        @Override
        public Mono<Void> fireAndForget(Payload payload) {
            heard = payload.getDataUtf8();
            return Mono.empty();
        }

        @Override
        public Mono<Void> metadataPush(Payload payload) {
            heard = payload.getMetadataUtf8();
            return Mono.empty();
        }
    }

    public static void main(String[] arguments) {
        List<String> wanted = List.of(arguments);
        if (arguments[0].equals("serve")) {
            serve(TcpServerTransport.create("127.0.0.1", Integer.parseInt(arguments[1])), wanted);
            serve(WebsocketServerTransport.create("127.0.0.1", Integer.parseInt(arguments[2])), wanted);
            System.out.println("ready");
            Mono.never().block();
        } else {
            check(arguments[1], URI.create(arguments[2]), wanted);
            System.exit(0);
        }
    }

    private static void serve(ServerTransport<?> transport, List<String> wanted) {
        RSocketServer server =
                RSocketServer.create(SocketAcceptor.with(new Responder())).fragment(FRAGMENT);
        if (wanted.contains("resume")) {
            server.resume(resume());
        }
        if (wanted.contains("lease")) {
            server.lease(spec -> spec.sender(() ->
                    Flux.just(Lease.create(Duration.ofHours(1), 1_000_000)).concatWith(Mono.never())));
        }
        server.bind(transport).block(PATIENCE);
    }

    /** The usual store has 100,000 bytes, and forgets what is beyond them. */
    private static Resume resume() {
        return new Resume()
                .sessionDuration(PATIENCE)
                .retry(Retry.fixedDelay(100, Duration.ofMillis(50)))
                .storeFactory(token -> new InMemoryResumableFramesStore("peer", token, 10_000_000));
    }

    private static RSocket connect(URI place, List<String> wanted) {
        ClientTransport transport = place.getScheme().equals("ws")
                ? WebsocketClientTransport.create(place)
                : TcpClientTransport.create(place.getHost(), place.getPort());
        RSocketConnector connector = RSocketConnector.create()
                .fragment(FRAGMENT)
                .dataMimeType("text/plain")
                .metadataMimeType(WellKnownMimeType.MESSAGE_RSOCKET_COMPOSITE_METADATA.getString())
                .keepAlive(Duration.ofSeconds(1), PATIENCE)
                .acceptor(SocketAcceptor.with(new Responder()));
        if (wanted.contains("resume")) {
            connector.resume(resume());
        }
        if (wanted.contains("lease")) {
            connector.lease(spec -> spec.maxPendingRequests(100));
        }
        return outcome(connector.connect(transport));
    }

    private static <T> T outcome(Mono<T> answer) {
        return Objects.requireNonNull(answer.block(PATIENCE), "no answer");
    }

    private static void check(String name, URI place, List<String> options) {
        Checks checks = new Checks(name);
        RSocket socket = connect(place, options);
        String large = "x".repeat(300_000);
        checks.check("a response", "hello meta", () -> {
            Payload answer = outcome(socket.requestResponse(DefaultPayload.create("hello", "meta")));
            return answer.getDataUtf8() + " " + answer.getMetadataUtf8();
        });
        checks.check("an error", "failed", () -> Checks.failure(() -> ask(socket, "fail")));
        checks.check("a large payload", large, () -> ask(socket, large));
        checks.check(
                "a stream with little credit",
                Checks.numbers(1000),
                () -> texts(socket.requestStream(DefaultPayload.create("count:1000"))
                        .limitRate(7)));
        checks.check(
                "a stream that is cancelled",
                Checks.numbers(10),
                () -> texts(socket.requestStream(DefaultPayload.create("count:1000000"))
                        .limitRate(7)
                        .take(10)));
        checks.check(
                "a channel",
                Checks.numbers(100),
                () -> texts(socket.requestChannel(
                        Flux.range(0, 100).map(i -> DefaultPayload.create(Integer.toString(i))))));
        checks.check("fire and forget", "fired", () -> {
            socket.fireAndForget(DefaultPayload.create("fired")).block(PATIENCE);
            return Checks.until("fired", () -> ask(socket, "heard"));
        });
        if (!options.contains("resume")) { // what is pushed may be lost with a connection
            checks.check("pushed metadata", "pushed", () -> {
                socket.metadataPush(DefaultPayload.create("", "pushed")).block(PATIENCE);
                return Checks.until("pushed", () -> ask(socket, "heard"));
            });
        }
        checks.check(
                "a route",
                "the.route",
                () -> outcome(socket.requestResponse(
                                DefaultPayload.create("route".getBytes(StandardCharsets.UTF_8), route())))
                        .getDataUtf8());
    }

    private static byte[] route() {
        ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
        CompositeByteBuf composite = allocator.compositeBuffer();
        CompositeMetadataCodec.encodeAndAddMetadata(
                composite,
                allocator,
                WellKnownMimeType.MESSAGE_RSOCKET_ROUTING,
                TaggingMetadataCodec.createRoutingMetadata(allocator, List.of("the.route"))
                        .getContent());
        byte[] bytes = ByteBufUtil.getBytes(composite);
        composite.release();
        return bytes;
    }

    private static String ask(RSocket socket, String data) {
        return outcome(socket.requestResponse(DefaultPayload.create(data))).getDataUtf8();
    }

    private static String texts(Flux<Payload> payloads) {
        return outcome(payloads.map(Payload::getDataUtf8).collect(Collectors.joining(",")));
    }
}
