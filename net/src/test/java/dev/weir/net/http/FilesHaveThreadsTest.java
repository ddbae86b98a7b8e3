package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.content.FilePieces;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A virtual thread that waits for a disk holds its carrier, which handshakes and timers need. */
@ExtendWith(NoLeaks.class)
class FilesHaveThreadsTest {
    private static final Duration GENEROUS = Duration.ofMinutes(1);
    private static final int LARGE = 300 * 1024;
    private static final List<String> WAITING = List.of("jdk.FileRead", "jdk.FileWrite");

    @TempDir
    private Path folder;

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        IntStream.range(0, length).forEach(i -> content[i] = (byte) (i * 31));
        return content;
    }

    @Test
    void noVirtualThreadWaitsForADisk() throws IOException {
        Path small = Files.write(folder.resolve("small.txt"), content(1000));
        Path large = Files.write(folder.resolve("large.txt"), content(LARGE));
        Queue<RecordedEvent> seen = new ConcurrentLinkedQueue<>();
        Routes routes = Routes.create()
                .get("/static/{path...}", StaticFiles.directory(folder))
                .get("/small", request -> Response.file(small))
                .post(
                        "/saved",
                        request -> request.saveTo(folder.resolve("saved")).map(bytes -> Response.text("" + bytes)));
        try (RecordingStream events = new RecordingStream()) {
            for (String name : WAITING) {
                events.enable(name).withoutThreshold();
                events.onEvent(name, seen::add);
            }
            events.startAsync();
            try (TestServer server = TestServer.start(routes);
                    HttpClient client = HttpClient.create()) {
                String base = "http://127.0.0.1:" + server.server().port();
                assertEquals(1000, client.get(base + "/small").bytes().await(GENEROUS).length);
                assertEquals(
                        1000, client.get(base + "/static/small.txt").bytes().await(GENEROUS).length);
                assertEquals(
                        LARGE, client.get(base + "/static/large.txt").bytes().await(GENEROUS).length);
                assertEquals(
                        "" + LARGE,
                        client.post(base + "/saved").withBody(large).text().await(GENEROUS));
            }
            assertEquals(-1, Files.mismatch(large, folder.resolve("saved")));
            events.stop();
        }
        List<RecordedEvent> here = seen.stream()
                .filter(event -> String.valueOf(event.getString("path")).startsWith(folder.toString()))
                .toList();
        for (String name : WAITING) {
            assertTrue(
                    here.stream()
                            .anyMatch(event -> event.getEventType().getName().equals(name)),
                    name);
        }
        assertEquals(
                List.of(),
                here.stream()
                        .filter(event -> event.getThread().isVirtual())
                        .map(String::valueOf)
                        .toList());
    }

    /** Whoever opens a pipe waits until somebody writes into it. */
    @Test
    void noVirtualThreadWaitsForAFileThatOpens() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Response slow = Response.empty(200).withBody(new Body.File(pipe, null, 0, 5));
        try (TestServer server = TestServer.start(request -> One.of(slow));
                RawSocket client = server.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            awaitOpening();
            Files.newOutputStream(pipe).close(); // lets go of whoever opens it
        }
        CompletableFuture<Long> count = slow.withBody(new Body.File(pipe, null, 0, 0))
                .body()
                .count()
                .toCompletionStage()
                .toCompletableFuture();
        awaitOpening();
        Files.newOutputStream(pipe).close();
        assertEquals(0, count.get(1, TimeUnit.MINUTES));
    }

    private static void awaitOpening() throws InterruptedException {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (Thread.getAllStackTraces().entrySet().stream() // of platform threads
                .noneMatch(entry -> entry.getKey().getName().startsWith("weir-net-file-")
                        && Stream.of(entry.getValue())
                                .anyMatch(frame -> frame.getClassName().equals(FilePieces.class.getName())
                                        && frame.getMethodName().equals("open")))) {
            assertTrue(System.nanoTime() < deadline, "it is opened elsewhere");
            Thread.onSpinWait();
        }
    }

    /** Who goes on behind a file may block for long: no thread for files does so for him. */
    @Test
    void whatFollowsRunsOnAVirtualThread() throws Exception {
        Path file = Files.write(folder.resolve("file"), content(10));
        assertTrue(
                Response.file(file).map(_ -> Thread.currentThread().isVirtual()).await(GENEROUS));
        assertTrue(StaticFiles.directory(folder)
                .handle(Request.of("GET", "/file"))
                .map(_ -> Thread.currentThread().isVirtual())
                .await(GENEROUS));
        Path large = Files.write(folder.resolve("large"), content(LARGE));
        assertEquals(
                List.of(true),
                Response.file(large)
                        .flatMapMany(Response::body)
                        .map(_ -> Thread.currentThread().isVirtual())
                        .distinctUntilChanged()
                        .toList()
                        .await(GENEROUS));
        Request request = Request.of("PUT", "/").withBody("text");
        assertTrue(request.saveTo(folder.resolve("saved"))
                .map(_ -> Thread.currentThread().isVirtual())
                .await(GENEROUS));
        assertTrue(request.saveTo(folder.resolve("saved"))
                .map(_ -> false)
                .onErrorResume(_ -> One.call(() -> Thread.currentThread().isVirtual()))
                .await(GENEROUS));
    }

    /** More of them than there are threads may wait for whoever reads them. */
    @Test
    void filesThatAreCancelledAreClosed() throws IOException, InterruptedException {
        Path fd = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(fd));
        Path file = Files.write(folder.resolve("file"), content(LARGE));
        List<Probe<ByteBuffer>> probes = IntStream.range(0, 20)
                .mapToObj(_ -> Probe.subscribeTo(FilePieces.of(file, null, 0, LARGE), 1))
                .toList();
        for (Probe<ByteBuffer> probe : probes) {
            probe.awaitItems(1);
        }
        assertEquals(20, open(fd, file));
        probes.forEach(Probe::cancel);
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (open(fd, file) > 0) {
            assertTrue(System.nanoTime() < deadline, "files stay open");
            Thread.onSpinWait();
        }
    }

    private static long open(Path fd, Path file) throws IOException {
        try (Stream<Path> links = Files.list(fd)) {
            return links.filter(link -> {
                        try {
                            return Files.readSymbolicLink(link).equals(file.toRealPath());
                        } catch (IOException closed) {
                            return false;
                        }
                    })
                    .count();
        }
    }
}
