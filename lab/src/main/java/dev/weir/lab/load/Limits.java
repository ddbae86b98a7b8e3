package dev.weir.lab.load;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the machine allows. */
public final class Limits {
    /** Descriptors that a server needs besides those of its connections. */
    public static final int OTHERS = 500;

    /** More than the ports that a client has for one address of a server, by default. */
    private static final int PORTS = 28_000;

    private static final int MOST_BYTES = 8192;

    private Limits() {}

    /** How many connections one process may have: a process gets no more descriptors than this one. */
    public static int connectionsPerProcess() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return (int) Math.min(PORTS, system.getMaxFileDescriptorCount() - OTHERS);
    }

    /** How many ports a client has for one address of a server. */
    public static int ports() {
        String[] range = read("/proc/sys/net/ipv4/ip_local_port_range").trim().split("\\s+", -1);
        return Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
    }

    /** Memory that processes may have without others having to give theirs. */
    public static long freeBytes() {
        return read("/proc/meminfo")
                .lines()
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.split("\\s+", -1)[1]))
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /** At once: some of the kernel's files tell a second read nothing. */
    private static String read(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many processes that many connections take. */
    public static int processes(int connections) {
        return Math.ceilDiv(connections, connectionsPerProcess());
    }

    /** The loopback address of one of several servers. */
    public static String host(int index) {
        return "127.0.0." + (1 + index);
    }
}
