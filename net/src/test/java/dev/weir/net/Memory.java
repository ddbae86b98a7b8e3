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
    private static final long BESIDES = 3L * 1024 * 1024;

    private static final int LOOKS = 50;
    private static final int CLASSES = 20;

    public static Memory now() {
        return now(histogram());
    }

    /** By what each class has, to the byte: what the heap says is used has what each thread may still allocate, too. */
    private static Memory now(String histogram) {
        String[] total = histogram.substring(histogram.lastIndexOf("Total")).split("\\s+", -1);
        long direct = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
        return new Memory(Long.parseLong(total[2]), direct);
    }

    /** Fails if more than so many bytes came to what was held before, and stay: what is on its way to somebody does not. */
    public static void assertHeld(long most, Memory before) {
        String histogram = histogram();
        Memory held = now(histogram).since(before);
        for (int looks = 1; looks < LOOKS && held.total() > most + BESIDES; looks++) {
            histogram = histogram();
            held = now(histogram).since(before);
        }
        String largest = histogram.lines().limit(CLASSES).collect(Collectors.joining("\n"));
        assertTrue(held.total() <= most + BESIDES, held + ", not " + most / 1024 + " KiB; the heap has\n" + largest);
    }

    /** What can be reached of each class, when what only weak references lead to is gone. */
    private static String histogram() {
        System.gc();
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {null},
                            new String[] {String[].class.getName()});
        } catch (JMException unknown) {
            throw new IllegalStateException(unknown);
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
