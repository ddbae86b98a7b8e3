package dev.weir.lab.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel tells of a process, in /proc. */
final class Proc {
    /** Of all Linux systems with a JDK. */
    private static final double TICKS_PER_SECOND = 100;

    private final Path folder;

    Proc(long pid) {
        this.folder = Path.of("/proc", String.valueOf(pid));
    }

    double cpuSeconds() throws IOException {
        return cpuSeconds(Files.readString(folder.resolve("stat")));
    }

    /** Of {@code VmRSS}, {@code VmHWM} and the like, in bytes. */
    long bytes(String field) throws IOException {
        return 1024 * field(Files.readString(folder.resolve("status")), field);
    }

    int threads() throws IOException {
        return (int) field(Files.readString(folder.resolve("status")), "Threads");
    }

    /** How many it has open. */
    int descriptors() throws IOException {
        Path descriptors = folder.resolve("fd");
        int known = (int) Files.size(descriptors); // since Linux 6.2
        if (known > 0) {
            return known;
        }
        try (Stream<Path> all = Files.list(descriptors)) {
            return (int) all.count();
        }
    }

    /** Time in user and in system mode, of a line of {@code /proc/PID/stat}. */
    static double cpuSeconds(String stat) {
        // the second field is the command in parentheses, which may have anything in it
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    /** A number of {@code /proc/PID/status}. */
    static long field(String status, String name) {
        return status.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).trim().split(" ")[0])
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no " + name + " in /proc/PID/status"));
    }
}
