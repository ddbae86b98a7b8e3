package dev.weir.lab.streams;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process has taken since its start.
 *
 * @param bytes that all threads have allocated
 * @param cpuNanos of all threads
 */
public record Costs(long bytes, long cpuNanos) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    public static Costs now() {
        return new Costs(THREADS.getTotalThreadAllocatedBytes(), PROCESS.getProcessCpuTime());
    }

    /** As a server answers who asks for its costs. */
    public String text() {
        return bytes + " " + cpuNanos;
    }
}
