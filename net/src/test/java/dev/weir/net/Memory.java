package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the process holds, of the heap what can still be reached; measured, not counted. */
public record Memory(long heap, long direct) {
    /** What is no one's in particular: classes that are loaded, pools that grow by whole chunks, the test's own side. */
    public static final long BESIDES = 3L * 1024 * 1024;

    private static final int ROUNDS = 3;
    private static final int LOOKS = 50;
    private static final int CLASSES = 20;

    public static Memory now() {
        for (int i = 0; i < ROUNDS; i++) {
            System.gc();
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long direct = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
        return new Memory(heap, direct);
    }

    /** Fails if more than so many bytes came to what was held before, and stay: what is on its way to somebody does not. */
    public static void assertHeld(long most, Memory before) {
        Memory held = now().since(before);
        for (int looks = 1; looks < LOOKS && held.total() > most + BESIDES; looks++) {
            held = now().since(before);
        }
        boolean isLittle = held.total() <= most + BESIDES;
        assertTrue(
                isLittle, held + ", not " + most / 1024 + " KiB" + (isLittle ? "" : "; the heap has\n" + histogram()));
    }

    /** The classes that take most of the heap. */
    private static String histogram() {
        try {
            String all = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {null},
                            new String[] {String[].class.getName()});
            return all.lines().limit(CLASSES).collect(Collectors.joining("\n"));
        } catch (JMException unknown) {
            return unknown.toString();
        }
    }

    /** How much more it is than it was. */
    public Memory since(Memory before) {
        return new Memory(heap - before.heap, direct - before.direct);
    }

    public long total() {
        return heap + direct;
    }

    @Override
    public String toString() {
        return heap / 1024 + " KiB of heap, " + direct / 1024 + " KiB direct";
    }
}
