package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.rsocket.RSocketRoutes;
import dev.weir.rsocket.RSocketServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples as a reader would: {@code java -cp … docs/examples/Hello.java}. */
class ExamplesTest {
    @Test
    void hello() throws Exception {
        assertEquals("EUR has a price\nUSD has a price\nCHF has a price\n", outputOf("examples/Hello.java"));
    }

    @Test
    void aFailureOnAVirtualThreadIsTold(@TempDir Path folder) throws Exception {
        String code = Files.readString(Path.of("examples/Hello.java"))
                .replace("Thread.sleep(50);", "if (true) throw new IllegalStateException(\"no price\");")
                .replace("ofMillis(100)", "ofMillis(1)");
        String output =
                outputOf(Files.writeString(folder.resolve("Hello.java"), code).toString(), 1);
        assertTrue(output.contains("IllegalStateException: no price"), output);
        assertTrue(output.contains("at Hello.quote") && output.contains("at Hello.main"), output);
        assertTrue(output.contains("awaited here, pipeline \"quotes\""), output);
        assertTrue(output.contains("retry gave up after 4 tries in pipeline \"quotes\""), output);
    }

    /** As the guide has one find it. */
    @Test
    void aStalledCallIsInTheThreadDump(@TempDir Path folder) throws Exception {
        Process stalled = start("examples/Stalled.java");
        try {
            while (!stalled.inputReader().readLine().equals("EUR has a price")) {}
            Path dump = folder.resolve("dump.txt");
            Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            String[] command = {
                jcmd.toString(), Long.toString(stalled.pid()), "Thread.dump_to_file", "-overwrite", dump.toString()
            };
            String blocked = "";
            while (!blocked.contains("at Stalled.quote(Stalled.java:16)")) { // it may not be there yet
                assertEquals(0, new ProcessBuilder(command).start().waitFor());
                blocked = Stream.of(Files.readString(dump).split("\n\n", -1))
                        .filter(thread -> thread.contains("\"quote of USD/blocking\" virtual"))
                        .findFirst()
                        .orElse("");
            }
        } finally {
            end(stalled);
        }
    }

    @Test
    void aServerAndItsClient() throws Exception {
        Process server = start("examples/Server.java", "0");
        try {
            String uri = server.inputReader().readLine();
            assertEquals("hello Ada\n", outputOf("examples/Client.java", 0, uri));
        } finally {
            end(server);
        }
    }

    @Test
    void ratesOverRSocket() throws Exception {
        RSocketRoutes desk =
                RSocketRoutes.create()
                        .channel("convert", String.class, lines -> lines.map(line -> line + " converted"))
                        .stream(
                                "rates",
                                String.class,
                                currency -> Many.range(1, 5).map(rate -> currency + " " + rate));
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(desk)
                .start()
                .await()) {
            assertEquals(
                    "2.5 GBP USD converted\n100 JPY EUR converted\nUSD 1\nUSD 2\nUSD 3\n",
                    outputOf("examples/Rates.java", 0, "tcp://127.0.0.1:" + server.port()));
        }
    }

    @Test
    void travelAgency() throws Exception {
        assertEquals("""
            Slow Wings need not search on
            Ticket[id=1, name=Ada, flight=Flight[number=QW 1, price=95.50], paid=98.00]
            Slow Wings need not search on
            flight QW 1 is sold out
            """, outputOf("examples/travel/TravelAgency.java"));
    }

    @Test
    void https(@TempDir Path folder) throws Exception {
        SelfSigned made = SelfSigned.in(folder);
        Process server =
                start("examples/Https.java", made.chain().toString(), made.key().toString(), "0");
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(made.trusting()).build()) {
            URI uri = URI.create(server.inputReader().readLine());
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
            assertEquals("hello over HTTP/2.0\n", answer.body());
        } finally {
            end(server);
        }
        assertTrue(outputOf("examples/Https.java", 2).startsWith("Usage: "));
    }

    private static void end(Process server) throws InterruptedException {
        server.destroy();
        server.waitFor();
    }

    private static String outputOf(String example) throws Exception {
        return outputOf(example, 0);
    }

    private static Process start(String example, String... arguments) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", // they run for a moment
                "-cp",
                System.getProperty("java.class.path"),
                example));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String outputOf(String example, int exitCode, String... arguments) throws Exception {
        Process process = start(example, arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), output);
        return output;
    }
}
