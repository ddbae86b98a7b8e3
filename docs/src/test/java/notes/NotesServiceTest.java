package notes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The service as a process of its own. */
class NotesServiceTest {
    private static final int OF_SIGTERM = 143;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void kill() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void whatRunsAtASignalIsAnsweredAndLiveStreamsEnd() throws Exception {
        Process service = start(Demo.class, Map.of("PORT", "0", "QUERY_SECONDS", "60", "DEADLINE_SECONDS", "60"));
        URI notes = URI.create(lineOf(service, "http://"));
        try (Socket slow = new Socket(notes.getHost(), notes.getPort());
                Socket listener = new Socket(notes.getHost(), notes.getPort())) {
            BufferedReader live = reader(listener);
            write(listener, "GET /notes/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals("HTTP/1.1 200 OK", live.readLine());
            BufferedReader answer = reader(slow);
            write(slow, """
                POST /notes HTTP/1.1
                Host: localhost
                Content-Type: application/json
                Content-Length: 16
                Expect: 100-continue

                """.replace("\n", "\r\n"));
            assertEquals("HTTP/1.1 100 Continue", answer.readLine());

            service.toHandle().destroy(); // SIGTERM
            assertTrue(live.readAllLines().contains("0"), "the end of a body in chunks");
            write(slow, "{\"text\": \"last\"}");
            List<String> lines = answer.readAllLines();
            assertTrue(lines.contains("HTTP/1.1 201 Created"), lines.toString());
        }
        assertTrue(lineOf(service, "{").contains("\"target\":\"/notes/live\""));
        assertTrue(lineOf(service, "{").contains("\"target\":\"/notes\""), "the log has the last ones");
        assertEquals(OF_SIGTERM, service.waitFor());
    }

    @Test
    void whatTheEnvironmentLacksIsToldInOneLine() throws Exception {
        Process service = start(NotesService.class, Map.of());
        assertEquals(
                List.of("DATABASE_URL is missing, as jdbc:postgresql://host/database?user=name&password=secret"),
                service.inputReader().readAllLines());
        assertEquals(1, service.waitFor());
    }

    private Process start(Class<?> program, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", // it runs for a moment
                "-cp",
                System.getProperty("java.class.path"),
                program.getName());
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        started.add(process);
        return process;
    }

    /** The next line that begins so. */
    private static String lineOf(Process service, String begin) throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = service.inputReader().readLine();
                line != null;
                line = service.inputReader().readLine()) {
            if (line.startsWith(begin)) {
                return line;
            }
            before.append(line).append('\n');
        }
        throw new AssertionError("no line begins with " + begin + ":\n" + before);
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
