package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What the process holds, of the heap what can still be reached; measured, not counted.
 *
 * @param classes the bytes that the objects of each class have
 */
public record Memory(Map<String, Long> classes, long direct) {
    /** What is no one's in particular: classes that are loaded, pools that grow by whole chunks, the test's own side. */
    private static final long BESIDES = 3L * 1024 * 1024;

    /** What the collector puts into gaps between objects: nobody can reach it. */
    private static final String FILLER = "jdk.internal.vm.Filler";

    private static final int LOOKS = 50;
    private static final int SHOWN = 20;

    /** Before something is held: as what this returns is there later, the look at it has as much with it. */
    public static Memory now() {
        Memory asMuch = look();
        try {
            return look();
        } finally {
            Reference.reachabilityFence(asMuch);
        }
    }

    /** By what each class has, to the byte: what the heap says is used has what each thread may still allocate, too. */
    private static Memory look() {
        Map<String, Long> classes = new HashMap<>();
        for (String line : histogram().lines().toList()) {
            String[] cells = line.strip().split("\\s+", 4); // number, instances, bytes, class
            if (cells[0].endsWith(":") && !cells[3].contains(FILLER)) {
                classes.merge(cells[3], Long.valueOf(cells[2]), Long::sum); // of several loaders
            }
        }
        long direct = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
        return new Memory(classes, direct);
    }

    /** Fails if more than so many bytes came to what was held before, and stay: what is on its way to somebody does not. */
    public static void assertHeld(long most, Memory before) {
        Memory held = look().since(before);
        for (int looks = 1; looks < LOOKS && held.total() > most + BESIDES; looks++) {
            held = look().since(before);
        }
        assertTrue(held.total() <= most + BESIDES, held + ", not " + most / 1024 + " KiB; there came" + held.largest());
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
        Map<String, Long> more = new HashMap<>(classes);
        before.classes.forEach((name, bytes) -> more.merge(name, -bytes, Long::sum));
        return new Memory(more, direct - before.direct);
    }

    public long heap() {
        return classes.values().stream().mapToLong(Long::longValue).sum();
    }

    public long total() {
        return heap() + direct;
    }

    private String largest() {
        return classes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(SHOWN)
                .map(each -> String.format("%n%,12d %s", each.getValue(), each.getKey()))
                .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return heap() / 1024 + " KiB of heap, " + direct / 1024 + " KiB direct";
    }
}
