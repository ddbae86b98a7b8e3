package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.rsocket.engine.FakeLink;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Numbered;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.metadata.Routing;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Calls of blocking routes that go on when nobody waits for them any more. */
class RouteCallTest {
    private static final Duration GENEROUS = Duration.ofMinutes(1);
    private static final Limits LIMITS = new Limits(3, 1 << 20, 1 << 20, 1000, 1000, 1000, Duration.ofSeconds(10));
    private static final String MANY = "ERROR 0x202 more than 3 streams are open (maxStreams)";

    /** What is done on other threads is taken here, as by a loop. */
    private static final class Looped extends FakeLink {
        private final Thread loop = Thread.currentThread();
        private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();

        @Override
        public boolean post(Runnable task) {
            return Thread.currentThread() == loop ? super.post(task) : posted.add(task);
        }

        void turn() {
            Runnable next = posted.poll();
            while (next != null) {
                next.run();
                next = posted.poll();
            }
        }
    }

    private final Looped link = new Looped();
    private final AtomicInteger running = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    private void await(BooleanSupplier condition) {
        await(condition, link::turn);
    }

    private static void await(BooleanSupplier condition, Runnable meanwhile) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline);
            Thread.onSpinWait();
            meanwhile.run();
        }
    }

    /** As much that blocks does, which heeds no interrupt. */
    static void awaitWhatever(CountDownLatch end) {
        boolean over = false;
        while (!over) {
            try {
                end.await();
                over = true;
            } catch (InterruptedException ignored) {
                // it goes on
            }
        }
    }

    private String work(String request) {
        running.incrementAndGet();
        awaitWhatever(end);
        running.decrementAndGet();
        return request;
    }

    private void begin() throws Exception {
        RSocketRoutes routes = RSocketRoutes.create()
                .blocking("work", String.class, this::work)
                .blocking("gone", String.class, request -> {
                    throw new CancellationException("expected by the test");
                });
        link.speaks(Numbered.server(
                link,
                LIMITS,
                (connection, setup) ->
                        One.of(new RSocketConnection(connection, 10, Codec.standard()).answering(routes))));
        String type = Routing.TYPE;
        link.comes(FakeLink.frame(
                0,
                FrameType.SETUP,
                0,
                (short) 1,
                (short) 0,
                20_000,
                90_000,
                (byte) type.length(),
                type,
                (byte) 3,
                "c/d"));
    }

    private void ask(int stream, String data) throws Exception {
        ask(stream, "work", data);
    }

    private void ask(int stream, String route, String data) throws Exception {
        link.comes(stream, FrameType.REQUEST_RESPONSE, FrameType.HAS_METADATA, List.of("\u0004" + route), data);
    }

    @Test
    void theyCountAsStreamsUntilTheyHaveEnded() throws Exception {
        begin();
        for (int i = 1; i <= 3; i++) {
            ask(2 * i - 1, "x".repeat(5000));
            int now = i;
            await(() -> running.get() == now);
            link.comes(2 * i - 1, FrameType.CANCEL, 0);
        }
        link.sent.clear();
        ask(7, "x");
        assertEquals(List.of("7 " + MANY), link.sent);
        assertEquals(15_015, link.counted, "what they were asked with is held");
        end.countDown();
        await(() -> link.counted == 0);
        await(this::isTaken);
        assertEquals(0, link.counted);
    }

    /** The thread may begin, and find that out, after the stream is forgotten, and before its pipeline is cancelled. */
    @Test
    void aPeerThatCancelsWritesNothingToTheLog() throws Exception {
        begin();
        try (KeptLog log = new KeptLog()) {
            ask(1, "gone", "x");
            await(() -> !link.posted.isEmpty(), () -> {});
            link.comes(1, FrameType.CANCEL, 0);
            link.turn();
            assertTrue(log.lines.isEmpty());
            ask(3, "gone", "x");
            await(() -> !log.lines.isEmpty());
        }
    }

    private boolean isTaken() {
        try {
            link.sent.clear();
            ask(9, "x");
            return !link.sent.contains("9 " + MANY);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
