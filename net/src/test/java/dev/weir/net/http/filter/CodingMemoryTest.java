package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is counted for codings against what they make a process take, by measure. */
@EnabledOnOs(OS.LINUX)
class CodingMemoryTest {
    private static final long BESIDES = 16 * 1024; // KiB: code that is compiled, arenas that grow by chunks

    private static String run(String coding, boolean undone, int kib, int count)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xms256m",
                        "-Xmx256m",
                        "-XX:+AlwaysPreTouch",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CodingMemory.class.getName(),
                        coding,
                        "" + undone,
                        "" + kib,
                        "" + count))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,    true,    256, 3000",
        "deflate, true,    256, 3000",
        "br,      true,      4, 3000",
        "br,      true,   4096,   40",
        "zstd,    true,      4,  800",
        "zstd,    true,   4096,   40",
        "gzip,    false,    64,  500",
        "deflate, false,    64,  500",
        "br,      false,     4,  200",
        "br,      false,   128,  100",
        "br,      false,  8192,   60",
        "zstd,    false,     4,  300",
        "zstd,    false,   128,  200",
        "zstd,    false,  8192,  120"
    })
    void isCountedAsMuchAsItTakes(String coding, boolean undone, int kib, int count) throws Exception {
        String output = run(coding, undone, kib, count);
        String[] figures =
                output.lines().reduce((first, last) -> last).orElse("").split(" ", -1);
        assertEquals(3, figures.length, output);
        long counted = Long.parseLong(figures[0]);
        long taken = Long.parseLong(figures[1]);
        assertTrue(taken <= counted + counted / 10 + BESIDES, taken + " KiB, counted as " + counted);
        assertTrue(counted <= 2 * taken + BESIDES, taken + " KiB, counted as " + counted);
    }
}
