package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    }

    private static String outputOf(String example) throws Exception {
        return outputOf(example, 0);
    }

    private static String outputOf(String example, int exitCode) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(java.toString(), "-cp", System.getProperty("java.class.path"), example)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), output);
        return output;
    }
}
