package dev.weir.lab;

import dev.weir.lab.load.Wrk;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the network suites need of the machine. */
final class Needs {
    private Needs() {}

    static void check() {
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw new Refused("c10k, ramp and stream need Linux: they read in /proc what the servers cost");
        }
        if (!Wrk.isInstalled()) {
            throw new Refused("c10k, ramp and stream need wrk, which is not on the PATH: apt-get install wrk");
        }
    }
}
