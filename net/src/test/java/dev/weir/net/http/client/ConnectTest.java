package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.Resolver;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Finding and reaching hosts. */
@ExtendWith(NoLeaks.class)
class ConnectTest {
    private final VirtualTime time = new VirtualTime();

    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }

    private static List<InetAddress> addresses(String... literals) {
        return java.util.Arrays.stream(literals).map(InetAddress::ofLiteral).toList();
    }

    private TestClient resolving(String... literals) {
        return TestClient.start(time, builder -> builder.resolver(host -> One.of(addresses(literals))));
    }

    private static ClientRequest named(TestClient test) {
        return test.client.get("http://named.test:" + test.server.port() + "/");
    }

    @Test
    void anAddressThatRefusesIsFollowedByTheNextAtOnce() {
        try (TestClient test = resolving("127.0.0.9", "127.0.0.8", "127.0.0.1")) {
            var text = begin(named(test).text());
            RawSocket socket = test.accept();
            assertEquals("named.test:" + test.server.port(), socket.request().header("host"));
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }

    @Test
    void anAddressThatIsSilentIsFollowedByTheNextSoon() throws IOException {
        try (TestClient test = resolving("127.0.0.7", "127.0.0.1");
                ServerSocket silent = new ServerSocket()) {
            List<SocketChannel> queue = fill(silent, new InetSocketAddress("127.0.0.7", test.server.port()));
            var text = begin(named(test).text());
            CompletableFuture<RawSocket> socket = CompletableFuture.supplyAsync(test::accept);
            until(() -> time.timers() >= 3);
            time.advance(Duration.ofMillis(249));
            assertFalse(socket.isDone());
            time.advance(Duration.ofMillis(1));
            value(socket).request();
            value(socket).send(OK);
            assertEquals("ok", value(text));
            for (SocketChannel filler : queue) {
                filler.close();
            }
        }
    }

    /** Nobody takes connections from the socket, and no more fit into its queue: those who try wait. */
    private static List<SocketChannel> fill(ServerSocket silent, InetSocketAddress at) throws IOException {
        silent.bind(at, 1);
        List<SocketChannel> queue = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            SocketChannel filler = SocketChannel.open();
            filler.connect(at);
            queue.add(filler);
        }
        return queue;
    }

    @Test
    void aHostThatIsSilentIsGivenUp() throws IOException {
        try (TestClient test = resolving("127.0.0.7");
                ServerSocket silent = new ServerSocket()) {
            List<SocketChannel> queue = fill(silent, new InetSocketAddress("127.0.0.7", test.server.port()));
            var text = begin(named(test).text());
            until(() -> test.client.pool().connecting() == 1 && time.timers() >= 2);
            time.advance(Duration.ofMillis(4_999));
            assertFalse(text.isDone());
            time.advance(Duration.ofMillis(1));
            ClientException late = failure(text, Reason.CONNECT);
            assertTrue(late.getMessage().contains("within 5 s (setting: connectTimeout)"), late.getMessage());
            for (SocketChannel filler : queue) {
                filler.close();
            }
        }
    }

    @Test
    void cancellingGivesTheAttemptUp() throws IOException {
        try (TestClient test = resolving("127.0.0.7");
                ServerSocket silent = new ServerSocket()) {
            List<SocketChannel> queue = fill(silent, new InetSocketAddress("127.0.0.7", test.server.port()));
            Cancellable request = named(test).text().subscribe();
            until(() -> test.client.pool().connecting() == 1);
            request.cancel();
            until(() -> test.client.pool().connecting() == 0);
            until(() -> time.timers() == 0);
            for (SocketChannel filler : queue) {
                filler.close();
            }
        }
    }

    @Test
    void hostsThatAreNotThereAreNamed() {
        try (TestClient test = TestClient.start(
                builder -> builder.resolver(host -> One.fail(() -> new UnknownHostException("there is none"))))) {
            ClientException unknown = failure(begin(named(test).text()), Reason.CONNECT);
            assertTrue(unknown.getMessage().contains("can't find host named.test (there is none)"));
        }
        try (TestClient test = TestClient.start(builder -> builder.resolver(host -> One.of(List.of())))) {
            failure(begin(named(test).text()), Reason.CONNECT);
        }
        assertEquals(address("127.0.0.1"), address("127.0.0.1"));
    }

    @Test
    void theSystemsResolverKnowsThisMachine() {
        try (RawServer server = RawServer.start();
                HttpClient client = HttpClient.create()) {
            var text =
                    begin(client.get("http://localhost:" + server.port() + "/").text());
            RawSocket socket = server.accept();
            socket.request();
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }

    @Test
    void aConnectionThatCanNotBeMadeFailsAllThatWaitForIt() {
        CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
        AtomicInteger lookups = new AtomicInteger();
        Resolver resolver = host -> One.defer(() -> {
            lookups.incrementAndGet();
            return One.from(found);
        });
        try (TestClient test =
                TestClient.start(time, builder -> builder.maxConnections(1).resolver(resolver))) {
            var outcomes =
                    Stream.generate(() -> begin(named(test).text())).limit(3).toList();
            until(() -> test.client.pool().waiting() == 3 && lookups.get() == 1);
            UnknownHostException unknown = new UnknownHostException("nobody knows it");
            found.completeExceptionally(unknown);
            for (var outcome : outcomes) {
                ClientException failure = failure(outcome, Reason.CONNECT);
                assertTrue(failure.getMessage().contains("(nobody knows it)"), failure.getMessage());
                assertSame(unknown, failure.getCause());
            }
            assertEquals(1, lookups.get());
        }
    }

    @Test
    void aResolverThatBlocksHoldsUpNobody() {
        CountDownLatch gate = new CountDownLatch(1);
        Resolver resolver = host -> {
            try {
                assertTrue(gate.await(120, TimeUnit.SECONDS));
                return One.of(addresses("127.0.0.1"));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        try (TestClient test =
                TestClient.start(time, builder -> builder.maxConnections(1).resolver(resolver))) {
            var first = begin(named(test).text());
            var second = begin(named(test).text());
            assertEquals(2, test.client.pool().waiting());
            gate.countDown();
            RawSocket socket = test.accept();
            socket.request();
            socket.send(OK);
            assertEquals("ok", value(first));
            socket.request();
            socket.send(OK);
            assertEquals("ok", value(second));
        }
    }
}
