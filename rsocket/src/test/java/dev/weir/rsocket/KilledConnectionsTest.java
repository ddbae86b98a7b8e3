package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sessions between a client and a server whose connections are killed by what is between them: after random numbers of bytes,
 * and, for {@code -Drsocket.chaos.seconds=300}, each second for so long, which tells what it has counted.
 */
class KilledConnectionsTest {
    private static final int SECONDS = Integer.getInteger("rsocket.chaos.seconds", 0);
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int STREAMS = 8;
    private static final int ITEMS = 3_000;
    private static final String PADDING = "x".repeat(60);

    /** Streams count, channels give back. */
    private static final RSocket ANSWERS = new RSocket() {
        @Override
        public Many<Payload> requestStream(Payload request) {
            return numbers(Integer.parseInt(request.text()));
        }

        @Override
        public Many<Payload> requestChannel(Many<Payload> requests) {
            return requests;
        }

        @Override
        public One<Payload> requestResponse(Payload request) {
            return One.of(request);
        }
    };

    private static Many<Payload> numbers(int count) {
        return Many.range(0, count).map(number -> Payload.of(number + " " + PADDING));
    }

    /** Wants numbers in order, in small demands or when it is told to. */
    private static final class Reader implements Flow.Subscriber<Payload> {
        final CountDownLatch end = new CountDownLatch(1);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final int batch;
        private final boolean asksItself;
        private volatile Flow.Subscription subscription;
        final AtomicLong count = new AtomicLong();

        Reader(int batch, boolean asksItself) {
            this.batch = batch;
            this.asksItself = asksItself;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(batch);
        }

        void request(int more) {
            subscription.request(more);
        }

        @Override
        public void onNext(Payload payload) {
            String text = payload.text();
            long number = count.getAndIncrement();
            if (!text.startsWith(number + " ")) {
                onError(new AssertionError("item " + number + " is " + text));
                subscription.cancel();
            }
            if (asksItself) {
                request(1);
            }
        }

        @Override
        public void onError(Throwable cause) {
            failure.compareAndSet(null, cause);
            end.countDown();
        }

        @Override
        public void onComplete() {
            end.countDown();
        }
    }

    private static RSocketServer server() {
        return RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .threads(2) // so that sessions also go on over connections of other loops
                .resume(GENEROUS)
                .maxKeptBytes(20_000)
                .handler(ANSWERS)
                .start()
                .await(GENEROUS);
    }

    private static RSocketConnection client(Killer between) {
        return RSocketClient.builder()
                .resume(GENEROUS)
                .maxKeptBytes(20_000)
                .fragment(64)
                .build()
                .connect("tcp://127.0.0.1:" + between.port())
                .await(GENEROUS);
    }

    private static List<Reader> readers(RSocketConnection client, int batch, boolean asking, int items) {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            Reader reader = new Reader(batch, asking);
            readers.add(reader);
            if (i % 2 == 0) {
                client.requestStream(Payload.of(Integer.toString(items))).subscribe(reader);
            } else {
                client.requestChannel(numbers(items)).subscribe(reader);
            }
        }
        return readers;
    }

    @Test
    void nothingIsLostDoubledOrReordered() throws Exception {
        try (KeptLog log = new KeptLog();
                RSocketServer server = server();
                Killer between = new Killer(server.port(), 7);
                RSocketConnection client = client(between)) {
            assertEquals(
                    "hello",
                    client.requestResponse(Payload.of("hello")).await(GENEROUS).text());
            between.killAfterBytes(5_000, 200_000);
            List<Reader> readers = readers(client, 7, true, ITEMS);
            for (Reader reader : readers) {
                assertTrue(
                        reader.end.await(60, TimeUnit.SECONDS),
                        () -> reader.count + " items, " + between.kills() + " kills, " + log);
                assertNull(reader.failure.get(), log::toString);
                assertEquals(ITEMS, reader.count.get());
            }
            assertTrue(between.kills() > 5, () -> between.kills() + " kills");
            assertEquals(1, server.sessions());
        }
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void killedEachSecond() throws Exception {
        assumeTrue(SECONDS > 0, "takes long");
        try (RSocketServer server = server();
                Killer between = new Killer(server.port(), 7);
                RSocketConnection client = client(between)) {
            assertEquals(
                    "hello",
                    client.requestResponse(Payload.of("hello")).await(GENEROUS).text());
            List<Reader> readers = readers(client, 10, false, Integer.MAX_VALUE);
            CountDownLatch over = new CountDownLatch(SECONDS * 100);
            between.every(Duration.ofSeconds(1), between::kill);
            between.every(Duration.ofMillis(10), () -> {
                readers.forEach(reader -> reader.request(10));
                over.countDown();
            });
            over.await();
            long items = 0;
            for (Reader reader : readers) {
                assertNull(reader.failure.get());
                assertTrue(reader.count.get() > SECONDS * 100L, () -> reader.count + " items");
                items += reader.count.get();
            }
            System.out.println(items + " items in order, none lost, none twice; " + between.kills()
                    + " kills; sessions: " + server.sessions());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
