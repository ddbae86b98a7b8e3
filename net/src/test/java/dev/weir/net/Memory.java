package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.lang.management.ManagementFactory;

/** What the process holds, of the heap what can still be reached; measured, not counted. */
public record Memory(long heap, long direct) {
    /** What is no one's in particular: classes that are loaded, pools that grow by whole chunks, the test's own side. */
    public static final long BESIDES = 3L * 1024 * 1024;

    private static final int ROUNDS = 3;

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

    /** Fails if more than so many bytes came to what was held before. */
    public static void assertHeld(long most, Memory before) {
        Memory held = now().since(before);
        assertTrue(held.total() <= most + BESIDES, held + ", not " + most / 1024 + " KiB");
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
