package dev.weir.net.http.filter;

import static dev.weir.net.Memory.assertHeld;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class AccessLogTest {
    private static final Routes ROUTES = Routes.create()
            .get("/orders/{id}", request -> One.of(Response.text("order")))
            .get("/empty", request -> One.of(Response.empty(204)));

    private static List<String> served(AccessLog log, Writer to, String... requests) {
        try (TestServer server = TestServer.start(ROUTES, builder -> builder.observe(log))) {
            for (String request : requests) {
                if (request.startsWith("GET /empty")) {
                    server.askHead(request);
                } else {
                    server.ask(request);
                }
            }
        }
        log.close();
        return to.toString().lines().filter(line -> !line.contains("test-ping")).toList();
    }

    @Test
    void whatIsNoRequestHasItsLineToo() {
        String request = "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n";
        StringWriter plain = new StringWriter();
        List<String> lines = served(AccessLog.combined(plain), plain, request);
        assertEquals(1, lines.size());
        assertTrue(lines.getFirst().startsWith("127.0.0.1 - - ["), lines.getFirst());
        assertTrue(lines.getFirst().endsWith("] \"-\" 400 - \"-\" \"-\""), lines.getFirst());
        StringWriter json = new StringWriter();
        List<String> objects = served(AccessLog.json(json), json, request);
        assertEquals(1, objects.size());
        assertTrue(
                objects.getFirst().contains("\"remote\":\"127.0.0.1\",\"status\":400,\"outcome\":\"refused\""),
                objects.getFirst());
    }

    /** As where the system has no more of them. */
    @Test
    void aThreadThatCannotBeStartedIsTriedAgain() throws InterruptedException {
        InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        AtomicInteger tries = new AtomicInteger();
        StringWriter to = new StringWriter();
        try (Logged told = Logged.by("dev.weir.net.http");
                AccessLog lines = AccessLog.combined(to, task -> {
                    if (tries.incrementAndGet() <= 2) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    task.run();
                })) {
            lines.refused(client, 400, "first");
            assertEquals(1, lines.dropped());
            assertNotNull(told.next("the access log can't be written"));
            lines.refused(client, 400, "second"); // of which nothing is told: it is on an event loop
            assertEquals(2, lines.dropped());
            assertEquals(List.of(), told.messages());
            lines.refused(client, 401, "third");
            lines.refused(client, 402, "fourth");
            assertEquals(2, lines.dropped());
        }
        assertEquals(4, tries.get());
        assertEquals(2, to.toString().lines().count());
    }

    @Test
    void combined() {
        StringWriter to = new StringWriter();
        List<String> lines = served(
                AccessLog.combined(to),
                to,
                "GET /orders/7?x=\" HTTP/1.1\r\nHost: a\r\nReferer: http://b/\r\nUser-Agent: me \"and\\\u00e4\r\n\r\n",
                "GET /empty HTTP/1.1\r\nHost: a\r\n\r\n");
        assertEquals(2, lines.size());
        String first = lines.getFirst();
        assertTrue(
                first.matches("127\\.0\\.0\\.1 - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}] .*"),
                first);
        assertEquals(
                "\"GET /orders/7?x=\\\" HTTP/1.1\" 200 5 \"http://b/\" \"me \\\"and\\\\\\xe4\"",
                first.substring(first.indexOf("] ") + 2));
        assertTrue(lines.getLast().endsWith("\"GET /empty HTTP/1.1\" 204 - \"-\" \"-\""), lines.getLast());
    }

    @Test
    void json() throws IOException {
        StringWriter to = new StringWriter();
        List<String> lines =
                served(AccessLog.json(to), to, "GET /orders/7 HTTP/1.1\r\nHost: a\r\nUser-Agent: me \"\r\n\r\n");
        JsonNode line = new ObjectMapper().readTree(lines.getFirst());
        assertEquals("127.0.0.1", line.get("remote").asText());
        assertEquals("/orders/7", line.get("target").asText());
        assertEquals("/orders/{id}", line.get("route").asText());
        assertEquals(200, line.get("status").asInt());
        assertEquals(5, line.get("bytesOut").asInt());
        assertEquals("completed", line.get("outcome").asText());
        assertEquals("me \"", line.get("userAgent").asText());
        assertTrue(line.get("referer").isNull());
        assertTrue(line.get("millis").asDouble() >= line.get("headMillis").asDouble());
    }

    /** Lets nothing through before it is told to. */
    private static final class Stuck extends StringWriter {
        final CountDownLatch open = new CountDownLatch(1);

        @Override
        public void write(String text) {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            super.write(text);
        }
    }

    @Test
    void aSlowDiskCostsLinesNotTime() {
        Stuck stuck = new Stuck();
        AccessLog log = AccessLog.combined(stuck);
        try (TestServer server = TestServer.start(ROUTES, builder -> builder.observe(log));
                var socket = server.connect()) {
            for (int i = 0; i < 100; i++) {
                for (int n = 0; n < 100; n++) {
                    socket.send("GET /orders/1 HTTP/1.1\r\nHost: a\r\n\r\n");
                }
                for (int n = 0; n < 100; n++) {
                    assertEquals(200, socket.reply().status());
                }
            }
            server.roundTrip();
            assertTrue(log.dropped() >= 10_000 - 8_192 - 1, () -> "" + log.dropped());
        } finally {
            stuck.open.countDown();
        }
        log.close();
        long kept = stuck.toString()
                .lines()
                .filter(line -> line.contains("/orders"))
                .count();
        assertTrue(kept >= 8_000 && kept + log.dropped() >= 10_000, kept + " " + log.dropped());
    }

    /** A virtual one would hold its carrier as long as the disk takes. */
    @Test
    void aThreadOfThePlatformWaitsForTheDisk() throws InterruptedException {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        StringWriter to = new StringWriter() {
            @Override
            public void flush() {
                threads.add(Thread.currentThread());
            }
        };
        AccessLog log = AccessLog.combined(to);
        try (TestServer server = TestServer.start(ROUTES, builder -> builder.observe(log))) {
            server.ask("GET /orders/7 HTTP/1.1\r\nHost: a\r\n\r\n");
            Thread writer = threads.poll(1, TimeUnit.MINUTES);
            assertNotNull(writer, "nothing is written");
            assertEquals("weir-access-log", writer.getName());
            assertFalse(writer.isVirtual());
            assertTrue(writer.isDaemon());
        }
    }

    @Test
    void aWriterThatFailsUnexpectedlyLosesALineOnly() {
        StringWriter to = new StringWriter() {
            private boolean failed;

            @Override
            public void write(String text) {
                if (!failed) {
                    failed = true;
                    throw new UncheckedIOException(new IOException("test"));
                }
                super.write(text);
            }
        };
        AccessLog log = AccessLog.combined(to);
        try (Logged told = Logged.by("dev.weir.net.http")) {
            String request = "GET /orders/7 HTTP/1.1\r\nHost: a\r\n\r\n";
            assertEquals(1, served(log, to, request, request).size());
            assertEquals(1, log.dropped());
            assertEquals(List.of("the access log can't be written: lines dropped so far: 1"), told.messages());
        }
    }

    @Test
    void anErrorOfAWriterDoesNotEndTheLog() throws InterruptedException {
        StringWriter to = new StringWriter() {
            private boolean failed;

            @Override
            public void write(String text) {
                if (!failed) {
                    failed = true;
                    throw new AssertionError("test");
                }
                super.write(text);
            }
        };
        AccessLog log = AccessLog.combined(to);
        InetSocketAddress client = InetSocketAddress.createUnresolved("client", 1);
        try (Logged told = Logged.by("dev.weir.net.http")) {
            log.refused(client, 400, "");
            assertEquals(
                    "test",
                    told.next("the access log can't be written").getThrown().getMessage());
        }
        log.refused(client, 401, "");
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!to.toString().endsWith(" 401 - \"-\" \"-\"\n")) {
            assertTrue(System.nanoTime() < deadline, to::toString);
            Thread.onSpinWait();
        }
        assertEquals(1, log.dropped());
    }

    @Test
    void aDiskThatFailsHarmsNobody() {
        Writer failing = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("test");
            }

            @Override
            public void flush() {
                // nothing is kept back
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
        AccessLog log = AccessLog.combined(failing);
        assertEquals(List.of(), served(log, new StringWriter(), "GET /orders/7 HTTP/1.1\r\nHost: a\r\n\r\n"));
        assertTrue(log.dropped() > 0);
    }

    @Test
    @SuppressWarnings("NullAway") // what no server tells of, whose line can't be made
    void aLineThatCannotBeMadeIsTheOnlyOneThatIsDropped() {
        InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        StringWriter to = new StringWriter();
        Deque<Runnable> tasks = new ArrayDeque<>();
        try (Logged told = Logged.by("dev.weir.net.http");
                AccessLog lines = AccessLog.combined(to, tasks::add)) {
            lines.refused(client, 400, "");
            lines.refused(null, 401, "");
            lines.refused(client, 402, "");
            tasks.remove().run();
            assertEquals(1, lines.dropped());
            assertEquals(List.of("the access log can't be written: lines dropped so far: 1"), told.messages());
        }
        assertEquals(2, to.toString().lines().count());
    }

    @Test
    void aLineThatWaitsKeepsNoResponse() {
        StringWriter to = new StringWriter();
        Deque<Runnable> tasks = new ConcurrentLinkedDeque<>();
        byte[] much = new byte[1024 * 1024];
        Handler handler = request -> One.of(Response.bytes("text/plain", much.clone()));
        try (AccessLog log = AccessLog.combined(to, tasks::add);
                TestServer server = TestServer.start(handler, builder -> builder.observe(log))) {
            Memory before = Memory.now();
            for (int i = 0; i < 32; i++) {
                assertEquals(200, server.get("/").status());
            }
            assertHeld(8L * much.length, before);
        }
        assertTrue(to.toString().lines().count() >= 32);
    }

    /** Any of the lines since the last flush may be lost then. */
    @Test
    void aFullDiskIsToldOnceAndEachLineIsCounted() {
        InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        AtomicBoolean full = new AtomicBoolean(true);
        StringWriter disk = new StringWriter() {
            @Override
            public void write(char[] text, int from, int length) {
                if (full.get()) {
                    throw new UncheckedIOException(new IOException("No space left on device"));
                }
                super.write(text, from, length);
            }
        };
        Deque<Runnable> tasks = new ArrayDeque<>();
        try (Logged told = Logged.by("dev.weir.net.http");
                AccessLog lines = AccessLog.combined(new BufferedWriter(disk), tasks::add)) {
            for (int batch = 1; batch <= 3; batch++) {
                for (int i = 0; i < 10; i++) {
                    lines.refused(client, 400, "");
                }
                tasks.remove().run();
                assertEquals(10L * batch, lines.dropped());
            }
            assertEquals(List.of("the access log can't be written: lines dropped so far: 10"), told.messages());
            full.set(false);
            lines.refused(client, 400, "");
            tasks.remove().run();
            assertEquals(30, lines.dropped());
        }
    }
}
