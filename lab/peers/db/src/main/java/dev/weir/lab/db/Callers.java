package dev.weir.lab.db;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Who asks for one row after the other, all at the same time. */
final class Callers {
    private static final int CALLERS = 256;

    /** How a row is found by code that waits. */
    interface Blocking {
        String nameOf(int id) throws Exception;
    }

    /** How a row is found by code that is told. */
    interface Asynchronous {
        void nameOf(int id, BiConsumer<@Nullable String, @Nullable Throwable> told);
    }

    private Callers() {}

    static Work.Result blocking(ThreadFactory threads, Blocking rows, double seconds) throws InterruptedException {
        return run(
                seconds,
                (caller, all) -> threads.newThread(() -> caller.loop(rows, all)).start());
    }

    static Work.Result asynchronous(Asynchronous rows, double seconds) throws InterruptedException {
        return run(seconds, (caller, all) -> caller.next(rows, all));
    }

    private static Work.Result run(double seconds, BiConsumer<Caller, All> start) throws InterruptedException {
        long begin = System.nanoTime();
        All all = new All(begin + (long) (seconds * 1e9), new CountDownLatch(CALLERS), new AtomicReference<>());
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Caller caller = new Caller();
            callers.add(caller);
            start.accept(caller, all);
        }
        all.left().await();
        Throwable failure = all.failure().get();
        if (failure != null) {
            throw new IllegalStateException("a query failed", failure);
        }
        return result(callers, (System.nanoTime() - begin) / 1e9);
    }

    private static Work.Result result(List<Caller> callers, double seconds) {
        long[] nanos = callers.stream()
                .flatMapToLong(caller -> Arrays.stream(caller.nanos, 0, caller.count))
                .sorted()
                .toArray();
        long[] longest = callers.stream()
                .mapToLong(caller ->
                        Arrays.stream(caller.nanos, 0, caller.count).max().orElse(0))
                .sorted()
                .toArray();
        double least = callers.stream().mapToInt(caller -> caller.count).min().orElseThrow();
        double most = callers.stream().mapToInt(caller -> caller.count).max().orElseThrow();
        return new Work.Result(
                nanos.length,
                seconds,
                Map.of(
                        "p99",
                        nanos[nanos.length * 99 / 100] / 1e6,
                        "longest",
                        longest[longest.length * 99 / 100] / 1e6,
                        "least",
                        least,
                        "most",
                        most,
                        "spread",
                        most / Math.max(1, least)));
    }

    /** What all callers share. */
    private record All(long end, CountDownLatch left, AtomicReference<@Nullable Throwable> failure) {
        /** A caller leaves for that reason. */
        private void fail(Throwable reason) {
            failure.set(reason);
            left.countDown();
        }
    }

    private static final class Caller {
        private long[] nanos = new long[1_024];
        private int count;
        private long asked;

        private void answered(int id, @Nullable String name) {
            Serve.check(("item " + id).equals(name), "a wrong row: " + name);
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = System.nanoTime() - asked;
        }

        private static int anyId() {
            return 1 + ThreadLocalRandom.current().nextInt(Tables.ROWS);
        }

        private void loop(Blocking rows, All all) {
            try {
                for (asked = System.nanoTime(); asked < all.end(); asked = System.nanoTime()) {
                    int id = anyId();
                    answered(id, rows.nameOf(id));
                }
                all.left().countDown();
            } catch (Exception | Error failure) {
                all.fail(failure);
            }
        }

        private void next(Asynchronous rows, All all) {
            asked = System.nanoTime();
            if (asked >= all.end()) {
                all.left().countDown();
                return;
            }
            int id = anyId();
            rows.nameOf(id, (name, failure) -> {
                if (failure != null) {
                    all.fail(failure);
                    return;
                }
                try {
                    answered(id, name);
                    next(rows, all);
                } catch (Exception | Error wrong) {
                    all.fail(wrong);
                }
            });
        }
    }
}
