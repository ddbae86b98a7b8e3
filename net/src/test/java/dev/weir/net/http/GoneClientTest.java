package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.testkit.VirtualTime;
import io.netty.channel.epoll.Epoll;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that leaves while its request runs, of whose body nobody reads anything. */
@ExtendWith(NoLeaks.class)
class GoneClientTest {
    private final VirtualTime time = new VirtualTime();
    private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
    private final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();

    private One<Response> handle() {
        begun.complete(true);
        return One.<Response>never().doOnCancel(() -> cancelled.complete(true));
    }

    /** However much of it waits here, or in the kernel, if that has all of it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 50_000, 100_000})
    void isNoticed(int sent) {
        assumeTrue(Epoll.isAvailable());
        try (TestServer server = TestServer.start(request -> handle(), builder -> builder.clock(time))) {
            RawSocket client = server.connect().send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
            begun.join();
            client.send(new byte[sent]);
            client.close();
            for (int i = 0; i < 3_000 && !cancelled.isDone(); i++) {
                time.advance(Duration.ofMillis(100));
                server.roundTrip();
            }
            assertTrue(cancelled.isDone());
        }
    }
}
