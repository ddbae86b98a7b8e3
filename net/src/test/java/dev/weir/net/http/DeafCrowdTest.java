package dev.weir.net.http;

import static dev.weir.net.Memory.assertHeld;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Many clients that ask for a stream without end and read nothing of it. */
@ExtendWith(NoLeaks.class)
class DeafCrowdTest {
    private static final int CLIENTS = 500;
    private static final int KIB = 1024;

    /** What the loop may make at a time, and a batch. */
    private static final int MOST = 4 * KIB;

    private final AtomicLong made = new AtomicLong();
    private final CountDownLatch allHaveAsked = new CountDownLatch(1);
    private final CompletableFuture<Long> longest = new CompletableFuture<>();

    /** Looks each time when the loop has looked at its sockets how much was made meanwhile, until nothing more is. */
    private final class Rounds implements Runnable {
        private static final int STILL = 1_000;

        private final EventLoop loop;
        private long before;
        private long most;
        private int still;

        Rounds(EventLoop loop) {
            this.loop = loop;
        }

        @Override
        public void run() {
            long now = made.get();
            most = Math.max(most, now - before);
            still = now > 0 && now == before ? still + 1 : 0;
            before = now;
            if (still < STILL) {
                loop.schedule(this, 0, TimeUnit.NANOSECONDS);
            } else {
                longest.complete(most);
            }
        }
    }

    private One<Response> handle(Request request) {
        return switch (request.path()) {
            case "/hold" -> {
                new Rounds((EventLoop) request.eventLoop()).run();
                hold();
                yield One.of(Response.empty(204));
            }
            case "/events" -> {
                Many<ServerSentEvent> events = Many.range(0, Integer.MAX_VALUE).map(i -> {
                    made.incrementAndGet();
                    return ServerSentEvent.of("event " + i);
                });
                yield One.of(Response.sse(events));
            }
            default -> One.of(Response.empty(204));
        };
    }

    private void hold() {
        try {
            allHaveAsked.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void ask(SocketChannel client, String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
        client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The loop is held until all have asked, so that it finds all of them at once. */
    @Test
    void letsOthersHaveTheirTurnAndCostsWhatIsDocumented(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("weir.sock");
        List<SocketChannel> clients = new ArrayList<>();
        try (HttpServer _ = HttpServer.builder()
                .bind(path)
                .threads(1)
                .handler(this::handle)
                .start()
                .await(TestServer.GENEROUS)) {
            for (int i = 0; i <= CLIENTS; i++) {
                SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path));
                clients.add(client);
                ask(client, "/");
                assertTrue(client.read(ByteBuffer.allocate(KIB)) > 0);
            }
            Memory before = Memory.now();
            ask(clients.getFirst(), "/hold");
            for (SocketChannel client : clients.subList(1, clients.size())) {
                ask(client, "/events");
            }
            allHaveAsked.countDown();
            long items = longest.join();
            assertTrue(items <= MOST, items + " events of " + made + " at a time");
            assertHeld(CLIENTS * 128L * KIB, before);
        } finally {
            for (SocketChannel client : clients) {
                client.close();
            }
        }
    }
}
