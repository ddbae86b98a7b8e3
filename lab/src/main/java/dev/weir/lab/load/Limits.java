package dev.weir.lab.load;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What the machine allows. */
public final class Limits {
    /** Descriptors that a server needs besides those of its connections. */
    private static final int OTHERS = 500;

    /** More than the ports that a client has for one address of a server, by default. */
    private static final int PORTS = 28_000;

    private Limits() {}

    /** How many connections one process may have: a process gets no more descriptors than this one. */
    public static int connectionsPerProcess() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return (int) Math.min(PORTS, system.getMaxFileDescriptorCount() - OTHERS);
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
