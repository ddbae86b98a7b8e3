package dev.weir.op.kernel.root;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.Threads;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class SystemClockTest {
    private static final InheritableThreadLocal<Object> USER = new InheritableThreadLocal<>();

    private final Clock clock = Clock.system();

    @Test
    void runsATaskOnAVirtualThreadNotBeforeItsTime() {
        CompletableFuture<Thread> thread = patient();
        CompletableFuture<Long> ran = patient();
        long begin = clock.nanoTime();
        clock.schedule(
                () -> {
                    ran.complete(clock.nanoTime());
                    thread.complete(Thread.currentThread());
                },
                Duration.ofMillis(3));
        assertTrue(thread.join().isVirtual());
        assertEquals("weir-timer", thread.join().getName());
        assertTrue(ran.join() - begin >= Duration.ofMillis(3).toNanos());
    }

    @Test
    void aTaskMayBlockWithoutHoldingUpOthers() {
        CompletableFuture<String> second = patient();
        CompletableFuture<String> first = patient();
        clock.schedule(() -> first.complete(second.join()), Duration.ZERO);
        clock.schedule(() -> second.complete("second"), Duration.ofNanos(1));
        assertEquals("second", first.join());
    }

    @Test
    void forgetsATaskThatIsCancelled() {
        WeakReference<Object> task = cancelled();
        Garbage.assertCollected(task);
    }

    private WeakReference<Object> cancelled() {
        Runnable task = new Runnable() {
            @Override
            public void run() {}
        };
        Cancellable timer = clock.schedule(task, Duration.ofDays(1));
        timer.cancel();
        timer.cancel();
        return new WeakReference<>(task);
    }

    @Test
    void takesAnyDuration() {
        assertEquals(0, SystemClock.nanos(Duration.ofNanos(-1)));
        assertEquals(5, SystemClock.nanos(Duration.ofNanos(5)));
        assertEquals(Long.MAX_VALUE, SystemClock.nanos(Duration.ofSeconds(Long.MAX_VALUE)));
        clock.schedule(() -> {}, Duration.ofSeconds(Long.MAX_VALUE)).cancel();
    }

    /** As its thread compares them, which looks at the first alone; even if the other is overdue. */
    @Test
    @SuppressWarnings("unchecked") // its own timers
    void theLongestTimeIsDueLast() {
        for (Duration delay : List.of(Duration.ZERO, Duration.ofDays(1))) {
            Cancellable timer = clock.schedule(() -> {}, delay);
            passed();
            Cancellable longest = clock.schedule(() -> {}, Duration.ofSeconds(Long.MAX_VALUE));
            assertTrue(((Comparable<Cancellable>) longest).compareTo(timer) > 0, delay::toString);
            timer.cancel();
            longest.cancel();
        }
    }

    private static void passed() {
        long begin = System.nanoTime();
        while (System.nanoTime() == begin) {
            Thread.onSpinWait();
        }
    }

    @Test
    void forgetsNoTaskThoughItsThreadLeavesWheneverNothingWaits() {
        SystemClock leaving = new SystemClock(0);
        for (int i = 0; i < 200; i++) {
            CompletableFuture<Integer> ran = patient();
            int number = i;
            leaving.schedule(() -> ran.complete(number), Duration.ofNanos(i % 3));
            leaving.schedule(() -> {}, Duration.ofDays(1)).cancel();
            assertEquals(i, ran.join());
        }
    }

    private static <T> CompletableFuture<T> patient() {
        return new CompletableFuture<T>().orTimeout(120, TimeUnit.SECONDS);
    }

    @Test
    void itsThreadKeepsNothingOfWhoeverBeganIt() throws Exception {
        SystemClock own = new SystemClock(0);
        List<WeakReference<?>> kept = new ArrayList<>();
        List<Cancellable> timers = new ArrayList<>();
        Threads.onFreshThread(() -> {
            Object user = new Object();
            USER.set(user);
            ClassLoader loader = new ClassLoader("application", null) {};
            Thread.currentThread().setContextClassLoader(loader);
            kept.addAll(List.of(new WeakReference<>(user), new WeakReference<>(loader)));
            timers.add(own.schedule(() -> {}, Duration.ofDays(1)));
        });
        kept.forEach(Garbage::assertCollected);
        timers.getFirst().cancel(); // until here it is alive
    }

    @Test
    void survivesAStackThatOverflowsWhileATimerIsSet() throws Exception {
        SystemClock own = new SystemClock(0);
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            Thread deep = new Thread(null, () -> overflow(own, refused), "deep", 128 * 1024);
            deep.start();
            deep.join();
            CompletableFuture<Boolean> ran = patient();
            own.schedule(() -> ran.complete(true), Duration.ofNanos(1));
            assertTrue(ran.join());
        }
        assertTrue(refused.get() > 0, "no stack was too small");
    }

    @Test
    void aTimerThatIsDueBeforeTheOthersWaitsForNoLook() {
        SystemClock own = new SystemClock(0);
        Cancellable last = own.schedule(() -> {}, Duration.ofDays(1));
        List<Thread> clocks = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("weir-clock"))
                .toList();
        CompletableFuture<?> all = patient();
        for (int i = 0; i < 300; i++) { // each would come a second late: together too late
            awaitSleep(clocks, all);
            CompletableFuture<Boolean> ran = new CompletableFuture<>();
            own.schedule(() -> ran.complete(true), Duration.ofNanos(1));
            assertEquals(true, CompletableFuture.anyOf(ran, all).join());
        }
        last.cancel();
    }

    /** They have looked, and wait. */
    private static void awaitSleep(List<Thread> clocks, CompletableFuture<?> limit) {
        while (clocks.stream().anyMatch(clock -> clock.getState() == Thread.State.RUNNABLE)) {
            assertFalse(limit.isDone(), "a clock does not rest");
            Thread.onSpinWait();
        }
    }

    @Test
    void forgetsATimerThatIsCancelledLate() {
        SystemClock own = new SystemClock(0);
        Cancellable last = own.schedule(() -> {}, Duration.ofDays(1));
        WeakReference<Cancellable> timer = cancelledLate(own);
        tick(own);
        Garbage.assertCollected(timer);
        last.cancel(); // until here its thread is alive
    }

    private static WeakReference<Cancellable> cancelledLate(Clock clock) {
        Cancellable timer = clock.schedule(() -> {}, Duration.ofDays(1));
        tick(clock);
        timer.cancel();
        return new WeakReference<>(timer);
    }

    /** Its thread has looked at what was set before, and looks once more. */
    private static void tick(Clock clock) {
        for (int i = 0; i < 2; i++) {
            CompletableFuture<Boolean> ran = patient();
            clock.schedule(() -> ran.complete(true), Duration.ofNanos(1));
            assertTrue(ran.join());
        }
    }

    /** Sets a timer wherever it overflows, and above that, as long as there is not stack enough. */
    @SuppressWarnings("InfiniteRecursion") // that is meant
    private static boolean overflow(Clock clock, AtomicInteger refused) {
        boolean set;
        try {
            set = overflow(clock, refused);
        } catch (StackOverflowError end) {
            set = false;
        }
        if (!set) {
            try {
                clock.schedule(() -> {}, Duration.ofNanos(1));
                set = true;
            } catch (StackOverflowError again) {
                refused.incrementAndGet();
            }
        }
        return set;
    }

    /** Of timers; adding one and looking for those to be removed need memory, of which there is none at first. */
    private static final class Scarce extends PriorityQueue<Object> {
        private static final long serialVersionUID = 1;

        private final AtomicInteger adding = new AtomicInteger(3);
        private final AtomicInteger removing = new AtomicInteger(3);

        @Override
        public boolean add(Object timer) {
            if (adding.getAndDecrement() > 0) {
                throw new OutOfMemoryError("of the test");
            }
            return super.add(timer);
        }

        @Override
        public boolean removeIf(Predicate<? super Object> filter) {
            if (removing.getAndDecrement() > 0) {
                throw new OutOfMemoryError("of the test");
            }
            return super.removeIf(filter);
        }
    }

    /** All that waits anywhere in a program waits for this thread. */
    @Test
    void timersFireThoughMemoryWasScarce() throws Exception {
        SystemClock clock = new SystemClock(0);
        Scarce scarce = new Scarce();
        Field waiting = SystemClock.class.getDeclaredField("waiting");
        waiting.setAccessible(true);
        waiting.set(clock, scarce);
        CompletableFuture<Void> first = patient();
        CompletableFuture<Void> second = patient();
        clock.schedule(() -> first.complete(null), Duration.ofMillis(1));
        clock.schedule(() -> second.complete(null), Duration.ofMillis(2));
        first.join();
        second.join();
        CompletableFuture<Void> third = patient(); // in a later round, so that one has ended
        clock.schedule(() -> third.complete(null), Duration.ZERO);
        third.join();
        assertTrue(scarce.adding.get() < 0 && scarce.removing.get() < 3, "there was memory");
    }
}
