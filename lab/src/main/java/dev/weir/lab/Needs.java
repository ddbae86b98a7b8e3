package dev.weir.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the network suites need of the machine. */
final class Needs {
    private Needs() {}

    static void check() {
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw new Refused("c10k, ramp and stream need Linux: they read in /proc what the servers cost");
        }
        if (!isInstalled("wrk")) {
            throw new Refused("c10k, ramp and stream need wrk, which is not on the PATH: apt-get install wrk");
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
