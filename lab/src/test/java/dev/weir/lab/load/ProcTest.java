package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcTest {
    private static final String STATUS = """
        Name:\tjava
        VmHWM:\t  123456 kB
        VmRSS:\t  100000 kB
        Threads:\t23
        """;

    @Test
    void cpuTimeIsUserAndSystem() {
        String stat = "4711 (a (java) b) S 1 4711 4711 0 -1 4194560 9 8 7 6 1250 350 0 0 20 0 23 0 1 2 3";
        assertEquals(16, Proc.cpuSeconds(stat));
    }

    @Test
    void numbersOfTheStatusAreFoundByName() {
        assertEquals(100_000, Proc.field(STATUS, "VmRSS"));
        assertEquals(123_456, Proc.field(STATUS, "VmHWM"));
        assertEquals(23, Proc.field(STATUS, "Threads"));
        Exception failure = assertThrows(IllegalStateException.class, () -> Proc.field(STATUS, "VmSwap"));
        assertEquals("there is no VmSwap in /proc/PID/status", failure.getMessage());
    }

    @Test
    void descriptorsAreCounted(@TempDir Path folder) throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "needs Linux");
        Proc self = new Proc(ProcessHandle.current().pid());
        List<InputStream> open = new ArrayList<>();
        Path file = Files.writeString(folder.resolve("file"), "");
        int before = self.descriptors();
        for (int i = 0; i < 1_000; i++) {
            open.add(new FileInputStream(file.toFile()));
        }
        int more = self.descriptors() - before;
        for (InputStream in : open) {
            in.close();
        }
        assertTrue(more > 900 && more < 1_100, more + " more"); // the JVM opens and closes some, too
    }

    @Test
    void theHeapIsTheTotalOfTheHistogram() {
        String histogram = """
            4711:
             num     #instances         #bytes  class name (module)
               1:         12345        1234567  [B (java.base@25.0.3)
            Total         54321        7654321
            """;
        assertEquals(7_654_321, Heap.totalBytes(histogram));
        assertThrows(IllegalStateException.class, () -> Heap.totalBytes("4711:\nno such process\n"));
    }
}
