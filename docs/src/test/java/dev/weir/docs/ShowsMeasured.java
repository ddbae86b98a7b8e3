package dev.weir.docs;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Measures the two programs that read trades, one after the other and that again and again: how long they take, what they
 * allocate, and the most that the heap holds after a collection.
 */
final class ShowsMeasured {
    private static final double MEGA = 1e6;
    private static final ThreadMXBean THREADS =
            (ThreadMXBean) ManagementFactory.getThreadMXBean(); // of this JVM, which has it
    private static final Set<String> HEAP = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    private static final AtomicLong ALIVE = new AtomicLong();

    private ShowsMeasured() {}

    private record Run(double seconds, double allocated, double alive) {}

    /** Prints what both cost with a file of so many megabytes: the medians of so many rounds. */
    static void tell(int megabytes, int rounds) throws IOException {
        Map<String, ToLongFunction<Path>> programs = new TreeMap<>(Map.of(
                "Weir", csv -> Shows.topTrades(csv).count().await(),
                "Reactor",
                        csv -> Objects.requireNonNull(
                                ShowsOfReactor.topTrades(csv).count().block())));
        watchCollections();
        Path csv = ShowsTest.csv(Files.createTempFile("trades", ".csv"), megabytes);
        Map<String, List<Run>> runs = new TreeMap<>();
        for (int round = 0; round <= rounds; round++) {
            boolean counts = round > 0; // the first one warms up
            programs.forEach((name, program) -> {
                Run run = run(program, csv);
                if (counts) {
                    runs.computeIfAbsent(name, same -> new ArrayList<>()).add(run);
                }
            });
        }
        Files.delete(csv);
        runs.forEach(ShowsMeasured::print);
    }

    private static Run run(ToLongFunction<Path> program, Path csv) {
        System.gc();
        ALIVE.set(0);
        long allocated = THREADS.getTotalThreadAllocatedBytes();
        long began = System.nanoTime();
        if (program.applyAsLong(csv) == 0) {
            throw new IllegalStateException("no trades in " + csv);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Run(seconds, (THREADS.getTotalThreadAllocatedBytes() - allocated) / MEGA, ALIVE.get() / MEGA);
    }

    private static void watchCollections() {
        ManagementFactory.getGarbageCollectorMXBeans()
                .forEach(collector -> ((NotificationEmitter) collector)
                        .addNotificationListener(
                                (notification, handback) -> ALIVE.accumulateAndGet(
                                        alive((CompositeData) notification.getUserData()), Math::max),
                                null,
                                null));
    }

    private static long alive(CompositeData data) {
        return GarbageCollectionNotificationInfo.from(data).getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                .filter(pool -> HEAP.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }

    private static void print(String name, List<Run> runs) {
        System.out.printf(
                Locale.ROOT,
                "%-8s %6.2f s (%.2f to %.2f)  %7.0f MB allocated  %6.1f MB in the heap after a collection, at most%n",
                name,
                median(runs, Run::seconds),
                runs.stream().mapToDouble(Run::seconds).min().orElseThrow(),
                runs.stream().mapToDouble(Run::seconds).max().orElseThrow(),
                median(runs, Run::allocated),
                runs.stream().mapToDouble(Run::alive).max().orElseThrow());
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElseThrow();
    }
}
