package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.http.Codec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** As where there are no threads or there is no memory for a moment. */
class BalancerWithoutTimersTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Setup SETUP =
            new Setup(Duration.ofMinutes(1), Duration.ofMinutes(3), "a/b", "c/d", false, null, ByteBuffer.allocate(0));

    private static final Clock BROKEN = new Clock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            throw new IllegalStateException("unable to create native thread");
        }
    };

    private static RSocketServer serve() {
        return RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(new RSocket() {
                    @Override
                    public One<Payload> requestResponse(Payload request) {
                        return One.of(request);
                    }
                })
                .start()
                .await(GENEROUS);
    }

    private static String askTwice(RSocketBalancer balancer) {
        var _ = balancer.requestResponse(Payload.of("x")).subscribe(answer -> {}, failure -> {});
        return balancer.requestResponse(Payload.of("y")).await(GENEROUS).text();
    }

    @Test
    void theNextRequestConnectsToWhatCannotBeTriedLater() {
        AtomicInteger tries = new AtomicInteger();
        RSocketClient client = RSocketClient.create();
        try (RSocketServer server = serve();
                RSocketBalancer balancer = new RSocketBalancer(
                        List.of("tcp://127.0.0.1:" + server.port()),
                        address -> tries.incrementAndGet() == 1
                                ? One.fail(() -> new IllegalStateException("test"))
                                : client.connect(address),
                        SETUP,
                        new Values(Codec.standard()),
                        BROKEN,
                        10)) {
            assertEquals("y", askTwice(balancer));
            assertEquals(2, tries.get());
        }
    }

    @Test
    void aConnectorThatThrowsIsAskedAgain() {
        AtomicInteger tries = new AtomicInteger();
        RSocketClient client = RSocketClient.create();
        try (RSocketServer server = serve();
                RSocketBalancer balancer = new RSocketBalancer(
                        List.of("tcp://127.0.0.1:" + server.port()),
                        address -> {
                            if (tries.incrementAndGet() == 1) {
                                throw new IllegalStateException("test");
                            }
                            return client.connect(address);
                        },
                        SETUP,
                        new Values(Codec.standard()),
                        Clock.system(),
                        10)) {
            assertEquals("y", askTwice(balancer));
            assertEquals(2, tries.get());
        }
    }
}
