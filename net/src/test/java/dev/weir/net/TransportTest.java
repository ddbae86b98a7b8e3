package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.One;
import dev.weir.net.http.client.HttpClient;
import dev.weir.testkit.VirtualTime;
import io.netty.channel.epoll.Epoll;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The transport is chosen once in a process, so each case is one. */
class TransportTest {
    private static final String CLASSES = System.getProperty("java.class.path");

    @TempDir
    Path directory;

    private String run(String transport, String classes, Class<?> program) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("file.txt"), "served ".repeat(100_000));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1", // it runs for a moment
                        "-Dio.netty.leakDetection.level=paranoid",
                        "-Ddev.weir.net.transport=" + transport,
                        "-cp",
                        classes,
                        program.getName(),
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    private void works(String transport) throws IOException, InterruptedException {
        assertEquals("all done", run(transport, CLASSES, Exchanges.class));
    }

    private void fails(String transport, String classes, String... parts) throws IOException, InterruptedException {
        String output = run(transport, classes, Exchanges.class);
        for (String part : parts) {
            assertTrue(output.contains(part), output);
        }
    }

    private static String without(Predicate<String> jar) {
        return Arrays.stream(CLASSES.split(File.pathSeparator))
                .filter(jar.negate())
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void nioWorks() throws Exception {
        works("nio");
    }

    @Test
    void epollWorks() throws Exception {
        assumeTrue(Epoll.isAvailable());
        works("epoll");
    }

    @Test
    void whatIsUnknownIsRefused() throws Exception {
        fails("kqueue", CLASSES, "there is no transport \"kqueue\": set -Ddev.weir.net.transport to epoll or nio");
    }

    /** Where no server has failed before. */
    static final class Asks {
        public static void main(String[] arguments) {
            HttpClient client = HttpClient.builder().clock(new VirtualTime()).build(); // so that no time limit helps
            One<String> answer = client.get("http://127.0.0.1:9/").text();
            IO.println(answer.onErrorReturn(Throwable::getMessage).await(Duration.ofMinutes(1)));
            System.exit(0);
        }
    }

    @Test
    void aClientThatFindsNoneFailsAtOnce() throws Exception {
        String output = run("kqueue", CLASSES, Asks.class);
        assertTrue(output.contains("can't connect to 127.0.0.1:9 ("), output);
        assertTrue(output.contains("there is no transport"), output);
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        fails("epoll", without(jar -> jar.contains("native-epoll")), "is not to be had here", "native-epoll");
    }
}
