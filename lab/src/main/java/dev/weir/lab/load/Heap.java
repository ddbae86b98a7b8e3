package dev.weir.lab.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What other JVMs hold. */
final class Heap {
    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");

    private Heap() {}

    /** Has a JVM collect garbage, and tells the bytes that are left on its heap. */
    static long live(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(JCMD.toString(), String.valueOf(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        return totalBytes(output);
    }

    /** The last column of the last line of a histogram of classes, without what the collector fills holes with. */
    static long totalBytes(String histogram) {
        long holes = histogram
                .lines()
                .filter(line -> line.contains("jdk.internal.vm.Filler"))
                .mapToLong(line -> Long.parseLong(line.trim().split("\\s+")[2]))
                .sum();
        return -holes
                + histogram
                        .lines()
                        .filter(line -> line.startsWith("Total"))
                        .map(line -> line.trim().split("\\s+"))
                        .mapToLong(parts -> Long.parseLong(parts[2]))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("jcmd printed no total:\n" + histogram));
    }
}
