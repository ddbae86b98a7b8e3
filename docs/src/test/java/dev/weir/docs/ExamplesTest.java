package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs the examples as a reader would: {@code java -cp … docs/examples/Hello.java}. */
class ExamplesTest {
    @Test
    void hello() throws Exception {
        assertEquals("EUR has a price\nUSD has a price\nCHF has a price\n", outputOf("examples/Hello.java"));
    }

    private static String outputOf(String example) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(java.toString(), "-cp", System.getProperty("java.class.path"), example)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
