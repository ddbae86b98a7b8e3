package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Routes;
import dev.weir.rsocket.Caller;
import dev.weir.rsocket.LeasePolicy;
import dev.weir.rsocket.Payload;
import dev.weir.rsocket.RSocket;
import dev.weir.rsocket.RSocketBalancer;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketConnection;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketRoutes;
import dev.weir.rsocket.RSocketServer;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import dev.weir.rsocket.metadata.Authentication;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RSocketsTest {
    record Rate(String currency, double perEuro) {}

    private static final Rates RATES = new Rates();

    private static final class Rates {
        One<Rate> now(String currency) {
            return One.of(new Rate(currency, 1.25));
        }

        Many<Rate> updates(String currency) {
            return Many.range(0, 100).map(i -> new Rate(currency, 1 + i));
        }

        Rate history(String currency) {
            return new Rate(currency, 0.5);
        }
    }

    @Test
    void routes() {
        Rates rates = RATES;
        // tag::routes
        RSocketRoutes routes =
                RSocketRoutes.create().response("rate", String.class, currency -> rates.now(currency)).stream(
                                "rates", String.class, currency -> rates.updates(currency))
                        .channel("double", Rate.class, some -> some.map(r -> new Rate(r.currency(), 2 * r.perEuro())))
                        .blocking("history", String.class, currency -> rates.history(currency)); // a virtual thread
        RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0) // 7878 by default; 0 takes any that is free
                .handler(routes)
                .start()
                .await();
        // end::routes
        try (server) {
            // tag::client
            String address = "tcp://127.0.0.1:" + server.port(); // or unix:/path, ws:// or wss:// with a path
            RSocketConnection connection =
                    RSocketClient.create().connect(address).await(); // close() it: the JVM stays while it is open
            One<Rate> one = connection.route("rate").value("USD").as(Rate.class);
            Many<Rate> many = connection.route("rates").value("USD").asMany(Rate.class);
            Many<Rate> both = connection
                    .route("double")
                    .values(Many.of(new Rate("USD", 1), new Rate("CHF", 2)))
                    .asMany(Rate.class);
            // end::client
            assertEquals(new Rate("USD", 1.25), one.await());
            assertEquals(3, many.take(3).toList().await().size());
            assertEquals(
                    List.of(new Rate("USD", 2), new Rate("CHF", 4)),
                    both.toList().await());
            assertEquals(
                    new Rate("USD", 0.5),
                    connection.route("history").value("USD").as(Rate.class).await());
            connection.close();
        }
    }

    @Test
    void interactions() {
        // tag::interactions
        RSocket echo = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                return One.of(Payload.of("you said " + request.text()));
            }

            @Override
            public Many<Payload> requestChannel(Many<Payload> requests) {
                return requests; // as many as are demanded, no more
            }
        };
        // end::interactions
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(echo)
                .start()
                .await()) {
            RSocketConnection connection = RSocketClient.create()
                    .connect("tcp://127.0.0.1:" + server.port())
                    .await();
            assertEquals(
                    "you said hi",
                    connection.requestResponse(Payload.of("hi")).await().text());
            // tag::errors
            One<String> answer = connection
                    .requestStream(Payload.of("x"))
                    .first()
                    .map(payload -> payload.text())
                    .onErrorResume(failure -> switch (failure) {
                        case RSocketException.Rejected refused -> One.of("not processed: " + refused.getMessage());
                        case RSocketException.ApplicationError failed -> One.of("failed: " + failed.getMessage());
                        default -> One.fail(() -> failure);
                    });
            // end::errors
            assertEquals("not processed: streams are not given here", answer.await());
            connection.close();
        }
    }

    @Test
    void whoAsks() {
        // tag::who
        RSocketRoutes routes = RSocketRoutes.create()
                .response(
                        "secret",
                        String.class,
                        question -> One.deferContextual(context -> {
                            Caller caller = context.get(Caller.KEY);
                            Authentication who = caller.find(Authentication.TYPE, Authentication::read);
                            return who instanceof Authentication.Bearer(String token) && token.equals("open sesame")
                                    ? One.of("42")
                                    : One.fail(() -> new RSocketException.Rejected("not for you"));
                        }));
        // end::who
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes)
                .start()
                .await()) {
            RSocketConnection connection = RSocketClient.create()
                    .connect("tcp://127.0.0.1:" + server.port())
                    .await();
            // tag::bearer
            One<String> answer = connection
                    .route("secret")
                    .bearerAuth("open sesame")
                    .value("?")
                    .as(String.class);
            // end::bearer
            assertEquals("42", answer.await());
            connection.close();
        }
        assertTrue(Context.empty().get(Caller.KEY) == null);
    }

    @Test
    void bothAsk() {
        CompletableFuture<String> heard = new CompletableFuture<>();
        // tag::peer
        RSocketServer.Builder server = RSocketServer.builder().accept((setup, peer) -> {
            One<Payload> name = peer.requestResponse(Payload.of("who are you?"));
            return One.of(new RSocket() {
                @Override
                public One<Payload> requestResponse(Payload request) {
                    return name.map(answer -> Payload.of("hello " + answer.text()));
                }
            });
        });
        // end::peer
        RSocket me = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                heard.complete(request.text());
                return One.of(Payload.of("Ada"));
            }
        };
        try (RSocketServer running = server.bind("127.0.0.1", 0).start().await()) {
            RSocketConnection connection = RSocketClient.builder()
                    .handler(me)
                    .build()
                    .connect("tcp://127.0.0.1:" + running.port())
                    .await();
            assertEquals(
                    "hello Ada",
                    connection.requestResponse(Payload.of("hi")).await().text());
            assertEquals("who are you?", heard.join());
            connection.close();
        }
    }

    @Test
    void webSocket() {
        RSocketRoutes rsocket = RSocketRoutes.create().response("rate", String.class, RATES::now);
        // tag::websocket
        Routes routes = Routes.create()
                .get("/rsocket", RSocketServer.builder().handler(rsocket).webSocket());
        // end::websocket
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes)
                .start()
                .await()) {
            RSocketConnection connection = RSocketClient.create()
                    .connect("ws://127.0.0.1:" + server.port() + "/rsocket")
                    .await();
            assertEquals(
                    new Rate("USD", 1.25),
                    connection.route("rate").value("USD").as(Rate.class).await());
            connection.close();
        }
    }

    private static void show(Rate rate) {
        assertEquals(new Rate("USD", 1.25), rate);
    }

    @Test
    void balance() {
        RSocketRoutes routes = RSocketRoutes.create().response("rate", String.class, RATES::now);
        RSocketServer first = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes)
                .start()
                .await();
        RSocketServer second = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes)
                .start()
                .await();
        try (first;
                second) {
            String one = "tcp://127.0.0.1:" + first.port();
            String two = "tcp://127.0.0.1:" + second.port();
            // tag::balance
            try (RSocketBalancer rates = RSocketClient.create().balance(one, two)) {
                Rate rate = rates.route("rate")
                        .value("USD")
                        .timeout(Duration.ofSeconds(2))
                        .as(Rate.class)
                        .await();
                show(rate);
            }
            // end::balance
        }
    }

    @Test
    void leases() {
        RSocketRoutes routes = RSocketRoutes.create().response("rate", String.class, RATES::now);
        // tag::leases
        RSocketServer.Builder server = RSocketServer.builder()
                .lease(LeasePolicy.fixed(100, Duration.ofSeconds(1))) // requests of each client
                .handler(routes);
        RSocketClient client = RSocketClient.builder()
                .lease(LeasePolicy.byHand()) // none for the server's requests
                .build();
        // end::leases
        try (RSocketServer running = server.bind("127.0.0.1", 0).start().await()) {
            RSocketConnection connection =
                    client.connect("tcp://127.0.0.1:" + running.port()).await();
            assertEquals(
                    new Rate("USD", 1.25),
                    connection.route("rate").value("USD").as(Rate.class).await());
            connection.close();
        }
    }

    @Test
    void resume() {
        RSocketRoutes routes = RSocketRoutes.create().response("rate", String.class, RATES::now);
        // tag::resume
        RSocketServer.Builder server = RSocketServer.builder()
                .resume(Duration.ofMinutes(1)) // for how long a session waits for its client
                .handler(routes);
        RSocketClient client = RSocketClient.builder()
                .resume(Duration.ofMinutes(1)) // for how long it tries to come back
                .build();
        // end::resume
        try (RSocketServer running = server.bind("127.0.0.1", 0).start().await()) {
            RSocketConnection connection =
                    client.connect("tcp://127.0.0.1:" + running.port()).await();
            assertEquals(
                    new Rate("USD", 1.25),
                    connection.route("rate").value("USD").as(Rate.class).await());
            assertEquals(1, running.sessions());
            connection.close();
        }
    }

    // tag::loop
    static final class Ticks implements Responder, StreamListener {
        private final ByteBuffer tick = ByteBuffer.allocate(8);

        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            return this; // one object for any number of streams
        }

        @Override
        public void demanded(LoopConnection connection, int stream) {
            while (connection.wants(stream)) { // until its demand, or the socket, is used up
                connection.next(stream, null, tick.putLong(0, System.nanoTime()));
            }
        }

        @Override
        public void failed(LoopConnection connection, int stream, RSocketException failure) {}
    }
    // end::loop

    @Test
    void loop() {
        // tag::serve-loop
        RSocketServer.Builder server = RSocketServer.builder().loop((connection, setup) -> One.of(new Ticks()));
        // end::serve-loop
        try (RSocketServer running = server.bind("127.0.0.1", 0).start().await()) {
            RSocketConnection connection = RSocketClient.create()
                    .connect("tcp://127.0.0.1:" + running.port())
                    .await();
            List<Payload> ticks =
                    connection.requestStream(Payload.empty()).take(5).toList().await();
            assertEquals(5, ticks.size());
            connection.close();
        }
    }
}
