package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketConnection;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The desk as a process of its own, as the shell starts it. */
class DeskProcessTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void kill() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void aSignalDrainsAndExitsWithZero() throws Exception {
        Process desk = start("--http", "0", "--tcp", "0", "--rsocket", "0", "--delay", "50ms", "--still");
        BufferedReader output = desk.inputReader();
        int http = port(output.readLine(), "http://127.0.0.1:");
        int tcp = port(output.readLine(), "tcp://127.0.0.1:");
        int rsocket = port(output.readLine(), "tcp://127.0.0.1:");
        assertEquals("desk ready", output.readLine());
        assertRoutes(rsocket);

        try (EventClient watcher = new EventClient(http);
                LineClient client = new LineClient(tcp)) {
            watcher.next();
            client.send("abc", "2.5");
            assertTrue(client.read().startsWith("error: "));
            desk.toHandle().destroy(); // which leaves the streams open
            assertEquals("draining, at most 3 s ...", output.readLine());
            assertEquals("2.5 EUR is 2.661200 USD", client.read());
            assertNull(client.read());
            assertTrue(watcher.hasEnded());
        }
        assertEquals(0, exitCode(desk));
        assertEquals("", String.join("\n", desk.errorReader().readAllLines()));
    }

    @Test
    void noProcessIsLeftOfADeskThatIsKilled() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "setpriv"))),
                "only the kernel can tell a process of its parent's end");
        Process desk = start("--http", "0", "--tcp", "0", "--rsocket", "0");
        BufferedReader output = desk.inputReader();
        for (String line = output.readLine(); !line.equals("desk ready"); line = output.readLine()) {
            assertTrue(line.contains("://"), line);
        }
        List<ProcessHandle> database = desk.descendants().toList();
        assertFalse(database.isEmpty(), "without --pg-url it has a PostgreSQL of its own");
        for (ProcessHandle one : database) {
            assertNotEquals(group(desk.toHandle()), group(one), "Ctrl-C in a terminal would stop it, too, and first");
        }
        desk.destroyForcibly();
        exitCode(desk);
        for (ProcessHandle one : database) {
            awaitEnd(one);
        }
    }

    /** The group of processes that a terminal's signals reach. */
    private static String group(ProcessHandle process) throws IOException {
        String status = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return status.substring(status.lastIndexOf(')') + 2).split(" ")[2];
    }

    /** Whoever has adopted it may leave a zombie. */
    private static void awaitEnd(ProcessHandle process) throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/stat");
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        try {
            while (process.isAlive() && !Files.readString(status).contains(") Z ")) {
                assertTrue(System.nanoTime() < deadline, () -> process.info() + " is left");
                Thread.onSpinWait();
            }
        } catch (NoSuchFileException e) {
            // it has ended between
        }
    }

    @Test
    void aPortInUseIsToldInOneLine() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();
            for (String server : List.of("--http", "--tcp", "--rsocket")) {
                Process desk = start("--http", "0", "--tcp", "0", "--rsocket", "0", server, Integer.toString(port));
                List<String> errors = desk.errorReader().readAllLines();
                assertEquals(1, exitCode(desk));
                assertEquals(1, errors.size(), errors.toString());
                assertTrue(errors.get(0).contains("127.0.0.1:" + port + " is in use"), errors.get(0));
            }
        }
    }

    @Test
    void anUnknownHostIsToldInOneLine() throws Exception {
        Process desk = start("--bind", "nowhere.invalid");
        List<String> errors = desk.errorReader().readAllLines();
        assertEquals(1, exitCode(desk));
        assertEquals(List.of("weir desk: no address is known for host \"nowhere.invalid\""), errors);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--htp",
                "--delay soon",
                "--http 70000",
                "--pg-url postgresql://localhost:abc/x",
                "--pg-url postgresql://localhost/x?sslmode=bogus"
            })
    void badOptionsAreToldInOneLine(String arguments) throws Exception {
        Process desk = start(arguments.split(" "));
        List<String> errors = desk.errorReader().readAllLines();
        assertEquals(2, exitCode(desk));
        assertEquals(1, errors.size(), errors.toString());
    }

    @Test
    void helps() throws Exception {
        Process desk = start("--help");
        assertEquals(
                Options.HELP.strip(),
                String.join("\n", desk.inputReader().readAllLines()).strip());
        assertEquals(0, exitCode(desk));
    }

    @Test
    void theScriptHelpsWithoutABuild() throws Exception {
        Process script = new ProcessBuilder("../weir", "desk", "help").start();
        started.add(script);
        assertEquals(Options.HELP, String.join("\n", script.inputReader().readAllLines()) + "\n");
        assertEquals(0, exitCode(script));
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1"); // it runs for a moment
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Desk.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    private static void assertRoutes(int port) {
        RSocketConnection client =
                RSocketClient.create().connect("tcp://127.0.0.1:" + port).await(GENEROUS);
        assertEquals(
                "1.06448", client.route("rate").value("USD").as(String.class).await(GENEROUS));
        client.close();
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), "the process does not end");
        return process.exitValue();
    }

    private static int port(String line, String prefix) {
        assertTrue(line.startsWith(prefix), line);
        return Integer.parseInt(line.substring(prefix.length(), line.indexOf(' ')));
    }
}
