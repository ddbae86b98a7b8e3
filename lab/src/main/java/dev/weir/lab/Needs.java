package dev.weir.lab;

import dev.weir.lab.load.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the network suites need of the machine. */
final class Needs {
    private static final int SPARE_PORTS = 2_000; // of connections that were closed just now
    private static final long MEGABYTE = 1 << 20;

    private Needs() {}

    static void check() {
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw new Refused("c10k, ramp and stream need Linux: they read in /proc what the servers cost");
        }
        if (!isInstalled("wrk")) {
            throw new Refused("c10k, ramp and stream need wrk, which is not on the PATH: apt-get install wrk");
        }
    }

    static void checkHttp2() {
        for (String program : List.of("h2load", "nghttp")) {
            if (!isInstalled(program)) {
                throw new Refused("the rows h2 of c10k need " + program + ", which is not on the PATH:"
                        + " apt-get install nghttp2-client, or name other rows with --rows");
            }
        }
    }

    /** For one server with so many connections, and one client: each has a descriptor of its own for each connection. */
    static void checkConnections(int connections) {
        if (!Files.isReadable(Path.of("/proc/self/stat"))) {
            throw new Refused("rsocket needs Linux: it reads in /proc what the servers hold");
        }
        int most = Limits.connectionsPerProcess();
        if (most < connections) {
            throw new Refused(
                    "rsocket has %,d connections in one process, and a process may have %,d here: raise the limit of descriptors (ulimit -n %d), or leave the row held out (--rows random,aligned,batches,idle,received)"
                            .formatted(connections, most, connections + Limits.OTHERS));
        }
        if (Limits.ports() < connections + SPARE_PORTS) {
            throw new Refused(
                    "rsocket has %,d connections to one address, and there are %,d ports for them: see /proc/sys/net/ipv4/ip_local_port_range"
                            .formatted(connections, Limits.ports()));
        }
    }

    /** Besides what runs already. */
    static void checkMemory(String what, long bytes) {
        long free = Limits.freeBytes();
        if (free < bytes) {
            throw new Refused(
                    "%s needs %,d MB of free memory, and there are %,d: close what else runs, or name other rows with --rows"
                            .formatted(what, bytes / MEGABYTE, free / MEGABYTE));
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
