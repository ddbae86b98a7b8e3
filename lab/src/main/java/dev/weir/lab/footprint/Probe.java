package dev.weir.lab.footprint;

import com.sun.management.ThreadMXBean;
import dev.weir.lab.crowded.Neighbours;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.ref.Reference;

/** One measurement in a JVM of its own: prints lines of a name and a figure. */
public final class Probe {
    private static final int RUNS = 20_000;
    private static final int BATCHES = 30;
    private static final int SETTLED = 8;
    private static final int MANY_ITEMS = 1_001;
    private static final int COLLECTIONS = 3;
    private static final int IDLE = 1_000_000;

    private static long firstItem;

    private Probe() {}

    public static void main(String[] arguments) throws Exception {
        long start = System.nanoTime();
        Subject subject = Subject.of(arguments[1]);
        switch (arguments[0]) {
            case "cold" -> {
                subject.counting(2).run();
                print("cold", (firstItem - start) / 1e6);
            }
            case "allocation" -> allocation(subject);
            case "idle" -> idle(subject);
            case "code" -> {
                Neighbours.run(arguments[1]);
                code();
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    static void itemCame() {
        if (firstItem == 0) {
            firstItem = System.nanoTime();
        }
    }

    private static void allocation(Subject subject) {
        double one = allocated(subject.counting(1));
        double many = allocated(subject.counting(MANY_ITEMS));
        print("subscribe", one);
        print("item", (many - one) / (MANY_ITEMS - 1));
    }

    /** By run, after so many runs that it has not changed for long: the compiler still removes objects after many. */
    private static double allocated(Runnable subscribe) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double last = 0;
        int same = 0;
        for (int batch = 0; batch < BATCHES && same < SETTLED; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            repeat(subscribe);
            double now = (threads.getCurrentThreadAllocatedBytes() - before) / (double) RUNS;
            same = Math.abs(now - last) < 0.5 ? same + 1 : 0;
            last = now;
        }
        return last;
    }

    private static void repeat(Runnable subscribe) {
        for (int i = 0; i < RUNS; i++) {
            subscribe.run();
        }
    }

    private static void idle(Subject subject) throws InterruptedException {
        Object[] pipelines = new Object[IDLE];
        long before = heap();
        for (int i = 0; i < IDLE; i++) {
            pipelines[i] = subject.idle();
        }
        print("idle", (heap() - before) / (double) IDLE);
        Reference.reachabilityFence(pipelines);
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void code() {
        print("metaspace", pools("Metaspace", "Compressed Class Space"));
        print("codecache", pools("CodeHeap", "CodeCache"));
        print("classes", ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }

    private static double pools(String... names) {
        double used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            for (String name : names) {
                used += pool.getName().startsWith(name) ? pool.getUsage().getUsed() : 0;
            }
        }
        return used;
    }

    private static void print(String name, double figure) {
        System.out.println(name + " " + figure);
    }
}
