package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What happens on one connection from request to request. */
@ExtendWith(NoLeaks.class)
class ConnectionTest {
    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static One<Response> echoPath(Request request) {
        return One.of(Response.text(request.path()));
    }

    @Test
    void staysOpenUnlessTheClientSaysOtherwise() {
        try (TestServer server = TestServer.start(ConnectionTest::echoPath)) {
            try (RawSocket socket = server.connect()) {
                assertEquals("/1", socket.send(get("/1")).reply().body());
                assertEquals("/2", socket.send(get("/2")).reply().body());
                socket.send("GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                RawSocket.Reply last = socket.reply();
                assertEquals("close", last.header("connection"));
                assertEquals("", socket.rest());
            }
            try (RawSocket socket = server.connect()) {
                assertEquals(
                        "close", socket.send("GET /1 HTTP/1.0\r\n\r\n").reply().header("connection"));
                assertEquals("", socket.rest());
            }
        }
    }

    @Test
    void answersPipelinedRequestsInOrder() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Handler uneven = request -> {
            int now = running.incrementAndGet();
            most.accumulateAndGet(now, Math::max);
            int n = Integer.parseInt(request.path().substring(1));
            One<Response> answer = One.of(Response.text(request.path()));
            One<Response> later = switch (n % 4) {
                case 0 -> One.timer(Duration.ofMillis(2)).then(answer);
                case 1 -> One.blocking(() -> Response.text(request.path()));
                case 2 ->
                    One.of(Response.stream(
                            "x/y", Many.of(ByteBuffer.wrap(request.path().getBytes(StandardCharsets.UTF_8)))));
                default -> answer;
            };
            return later.doFinally(end -> running.decrementAndGet());
        };
        try (TestServer server = TestServer.start(uneven);
                RawSocket socket = server.connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                all.append(get("/" + i));
            }
            socket.send(all.toString());
            for (int i = 0; i < 200; i++) {
                assertEquals("/" + i, socket.reply().body());
            }
        }
        assertEquals(1, most.get(), "requests of a connection run one after the other");
    }

    @Test
    void readsPipelinedRequestsByteByByte() {
        try (TestServer server = TestServer.start(request -> request.text().map(Response::text));
                RawSocket socket = server.connect()) {
            String requests = "POST / HTTP/1.1\r\n"
                    + "Host: a\r\n"
                    + "Content-Length: 3\r\n\r\n"
                    + "abc\r\n"
                    + "POST / HTTP/1.1\r\n"
                    + "Host: a\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + "2\r\n"
                    + "de\r\n"
                    + "1\r\n"
                    + "f\r\n"
                    + "0\r\n\r\n"
                    + get("/");
            for (String one : requests.split("")) {
                socket.send(one);
            }
            List<String> bodies = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                bodies.add(socket.reply().body());
            }
            assertEquals(List.of("abc", "def", ""), bodies);
        }
    }

    @Test
    void stopsReadingAheadAtItsLimit() {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger served = new AtomicInteger();
        Handler first = request -> served.getAndIncrement() == 0
                ? One.blocking(() -> {
                    go.await();
                    return Response.text("first");
                })
                : One.of(Response.text("" + served.get()));
        int count = 50_000;
        try (TestServer server = TestServer.start(first);
                RawSocket socket = RawSocket.connect(server.port(), 16 * 1024)) {
            AtomicInteger sent = new AtomicInteger();
            Thread sender = Thread.ofVirtual().start(() -> {
                byte[] request = get("/").getBytes(StandardCharsets.ISO_8859_1);
                for (int i = 0; i < count; i++) {
                    socket.send(request);
                    sent.incrementAndGet();
                }
            });
            int stopped = server.steady(sent::get);
            assertTrue(stopped < count / 2, stopped + " requests were taken while none was answered");
            go.countDown();
            assertEquals("first", socket.reply().body());
            for (int i = 2; i <= count; i++) {
                assertEquals("" + i, socket.reply().body());
            }
            assertTrue(joined(sender));
        }
    }

    private static boolean joined(Thread thread) {
        try {
            return thread.join(TestServer.GENEROUS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void echoesABodyWhileItComes() {
        Handler echo = request -> One.of(Response.stream("x/y", request.body()));
        try (TestServer server = TestServer.start(echo);
                RawSocket socket = server.connect()) {
            socket.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
            assertEquals(200, socket.head().status());
            for (int i = 0; i < 10; i++) {
                socket.send("3\r\nab" + i + "\r\n");
                assertEquals("ab" + i, socket.chunk());
            }
            socket.send("0\r\n\r\n");
            assertEquals("", socket.chunk());
            assertEquals(200, socket.send(get("/")).reply().status());
        }
    }

    @Test
    void echoesABodyWhoseClientWaitsForLeave() {
        Handler echo = request -> One.of(Response.stream("x/y", request.body()));
        try (TestServer server = TestServer.start(echo);
                RawSocket socket = server.connect()) {
            socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertEquals("HTTP/1.1 100 Continue", socket.line());
            assertEquals("", socket.line());
            assertEquals("abc", socket.send("abc").reply().body());
        }
    }

    /** Its requests are not looked at meanwhile, so they can't be late. */
    @Test
    void whoTakesResponsesSlowlyMayHaveAskedForMore() {
        VirtualTime time = new VirtualTime();
        byte[] body = new byte[60 * 1024];
        int count = 200;
        Handler handler = request -> One.of(Response.bytes("x/y", body));
        try (TestServer server = TestServer.start(handler, builder -> builder.clock(time));
                RawSocket client = RawSocket.connect(server.port(), 16 * 1024)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(count));
            assertTrue(server.steady(() -> (int) server.server().heldBytes()) > 0);
            for (int second = 0; second < 20; second++) {
                time.advance(Duration.ofSeconds(1));
                server.roundTrip();
            }
            for (int i = 0; i < count; i++) {
                assertEquals(200, client.head().status());
                client.bytes(body.length);
            }
        }
    }

    /** A second answer would be taken for that to the next request. */
    @Test
    void theRestOfARequestThatWasAnsweredIsNotAnswered() {
        Handler handler = request -> {
            request.body().subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    // takes it, and demands nothing
                }

                @Override
                public void onNext(ByteBuffer piece) {}

                @Override
                public void onError(Throwable failure) {}

                @Override
                public void onComplete() {}
            });
            return One.of(Response.text("early"));
        };
        VirtualTime time = new VirtualTime();
        for (String rest : List.of("this is no chunk\r\n", "5\r\nthe")) {
            try (TestServer server = TestServer.start(handler, builder -> builder.clock(time));
                    RawSocket client = server.connect()) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
                assertEquals("early", client.reply().body());
                client.send(rest);
                for (int second = 0; second < 120; second++) {
                    time.advance(Duration.ofSeconds(1));
                    server.roundTrip();
                }
                assertEquals("", client.rest());
            }
        }
    }

    @Test
    void aBodyThatHasComeIsNotWaitedFor() {
        CompletableFuture<String> go = new CompletableFuture<>();
        VirtualTime time = new VirtualTime();
        Handler late = request -> request.text()
                .flatMap(text -> One.from(go.minimalCompletionStage()).map(_ -> Response.text("got " + text)));
        try (TestServer server = TestServer.start(late, builder -> builder.clock(time));
                RawSocket client = server.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            server.roundTrip();
            client.send("0\r\n\r\n");
            for (int second = 0; second < 40; second++) {
                time.advance(Duration.ofSeconds(1));
                server.roundTrip();
            }
            client.send(get("/next"));
            server.roundTrip();
            go.complete("");
            assertEquals("got abc", client.reply().body());
            assertEquals("got ", client.reply().body());
        }
    }
}
