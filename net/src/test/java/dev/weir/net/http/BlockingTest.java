package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.DroppedErrors;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.client.HttpClient;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class BlockingTest {
    private static final String POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";

    @Test
    void awaitsWhereItMay() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        try (TestServer server = TestServer.start(dev.weir.net.http.Handler.blocking(request -> {
            thread.complete(Thread.currentThread());
            return Response.text(request.text().await());
        }))) {
            assertEquals("hello", server.ask(POST + "hello").body());
            assertTrue(thread.join().isVirtual());
        }
    }

    @Test
    void failsAsOthersDo() {
        try (TestServer server = TestServer.start(dev.weir.net.http.Handler.blocking(request -> {
            throw new HttpException(409, "taken");
        }))) {
            assertEquals(409, server.get("/").status());
        }
    }

    @Test
    void whenTheClientGoesTheThreadIsNotInterruptedButItsBodyFails() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        try (TestServer server = TestServer.start(dev.weir.net.http.Handler.blocking(request -> {
            begun.countDown();
            try {
                return Response.text(request.text().await());
            } catch (Throwable failure) {
                assertFalse(Thread.currentThread().isInterrupted());
                ended.complete(failure.getCause() == null ? failure : failure.getCause());
                throw failure;
            }
        }))) {
            try (RawSocket socket = server.connect()) {
                socket.send(POST + "he");
                assertTrue(begun.await(120, TimeUnit.SECONDS));
            }
            Throwable failure = ended.get(120, TimeUnit.SECONDS);
            assertTrue(failure instanceof IOException, failure.toString());
        }
    }

    @Test
    void awaitOnTheLoopSaysWhereItBelongs() {
        try (TestServer server = TestServer.start(request -> {
            try {
                return dev.weir.One.of(Response.text(request.text().await()));
            } catch (IllegalStateException refused) {
                return dev.weir.One.of(Response.text(refused.getMessage()));
            }
        })) {
            String text = server.ask(POST + "hello").body();
            assertTrue(text.startsWith("await would block the event loop"), text);
        }
    }

    /** Opens a latch with each warning. */
    private static final class Warnings extends Handler {
        final CompletableFuture<String> end = new CompletableFuture<>();
        final CompletableFuture<LogRecord> first = new CompletableFuture<>();
        final java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();

        @Override
        public void publish(LogRecord record) {
            if (record.getMessage().contains("has been stuck") && isAtTheTest(record)) {
                count.incrementAndGet();
                first.complete(record);
            }
            if (record.getMessage().contains(" goes on after ") && first.isDone()) {
                end.complete(record.getMessage());
            }
        }

        private static boolean isAtTheTest(LogRecord record) {
            return Arrays.stream(record.getThrown().getStackTrace())
                    .anyMatch(frame -> frame.getClassName().contains("BlockingTest"));
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    @Test
    void aStuckLoopIsToldOfOnceWithItsStack() throws Exception {
        Warnings warnings = new Warnings();
        Logger logger = Logger.getLogger("dev.weir.net");
        logger.addHandler(warnings);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        try (TestServer server = TestServer.start(
                Routes.create().get("/{name}", request -> {
                    begun.countDown();
                    if (!enough.await(120, TimeUnit.SECONDS)) {
                        throw new IllegalStateException("nobody told");
                    }
                    return dev.weir.One.of(Response.text("at last"));
                }),
                builder -> builder.stuckAfter(Duration.ofMillis(100)))) {
            try (RawSocket socket = server.connect()) {
                socket.send("GET /slow?x HTTP/1.1\r\nHost: a\r\n\r\n");
                assertTrue(begun.await(120, TimeUnit.SECONDS));
                LogRecord told = warnings.first.get(120, TimeUnit.SECONDS);
                assertTrue(told.getMessage().contains("Handler.blocking(..)"), told.getMessage());
                String all = " ms, at GET /slow, and all its connections with it, and all new ones,"
                        + " as it accepts them: ";
                assertTrue(told.getMessage().contains(all), told.getMessage());
                assertEquals(1, warnings.count.get());
                enough.countDown();
                String end = warnings.end.get(120, TimeUnit.SECONDS);
                assertTrue(end.matches("the event loop \"weir-loop-.*\" goes on after [0-9]+ ms"), end);
                Reply reply = socket.reply();
                assertEquals("at last", reply.body());
            }
        } finally {
            logger.removeHandler(warnings);
        }
    }

    private static String blocked(CountDownLatch enough, String answer) {
        try {
            return enough.await(120, TimeUnit.SECONDS) ? answer : "nobody told";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatBlocksInAClientIsToldOf() throws Exception {
        Warnings warnings = new Warnings();
        Logger logger = Logger.getLogger("dev.weir.net");
        logger.addHandler(warnings);
        CountDownLatch enough = new CountDownLatch(1);
        CompletableFuture<Response> response = new CompletableFuture<>();
        try (TestServer server = TestServer.start(request -> dev.weir.One.from(response));
                HttpClient client = HttpClient.builder().threads(1).build()) {
            var text = client.get("http://127.0.0.1:" + server.port() + "/")
                    .text()
                    .map(answer -> blocked(enough, answer))
                    .toCompletionStage()
                    .toCompletableFuture();
            response.complete(Response.text("hello")); // not before: an answer that is there already is handled here
            assertTrue(warnings.first.get(120, TimeUnit.SECONDS).getMessage().contains("One.blocking(..)"));
            enough.countDown();
            assertEquals("hello", text.get(120, TimeUnit.SECONDS));
        } finally {
            logger.removeHandler(warnings);
        }
    }

    @Test
    void timeThatJumpsMakesNoLoopStuck() {
        Warnings warnings = new Warnings();
        Logger logger = Logger.getLogger("dev.weir.net");
        logger.addHandler(warnings);
        VirtualTime time = new VirtualTime();
        try (TestServer server = TestServer.start(
                request -> {
                    time.advance(Duration.ofHours(1)); // while the loop is at it
                    return dev.weir.One.of(Response.text("hello"));
                },
                builder -> builder.clock(time))) {
            assertEquals("hello", server.get("/").body());
            assertEquals(0, warnings.count.get());
        } finally {
            logger.removeHandler(warnings);
        }
    }

    @Test
    void aHandlerWhoseClientHasGoneIsNoNews() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        List<Throwable> dropped = new CopyOnWriteArrayList<>();
        DroppedErrors.listener((pipeline, failure) -> dropped.add(failure));
        try (TestServer server = TestServer.start(dev.weir.net.http.Handler.blocking(request -> {
            begun.countDown();
            try {
                return Response.bytes("x/y", request.bytes().await());
            } catch (RuntimeException gone) {
                failed.complete(gone);
                throw gone;
            }
        }))) {
            try (RawSocket socket = server.connect()) {
                socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf");
                assertTrue(begun.await(120, TimeUnit.SECONDS));
            }
            assertTrue(failed.get(120, TimeUnit.SECONDS).getCause() instanceof IOException);
            assertEquals(200, server.ask(POST + "hello").status());
            assertEquals(List.of(), dropped);
        } finally {
            DroppedErrors.listener(null);
        }
    }
}
