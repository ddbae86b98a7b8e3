package dev.weir.op.flatten;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Step;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MapBlockingTest {
    @Test
    void laws() {
        OperatorLaws.of(many -> many.mapBlocking(3, i -> i)).asynchronous().check();
        OperatorLaws.of(many -> many.mapBlocking(3, i -> i).filter(i -> i % 2 == 0))
                .asynchronous()
                .check();
        OperatorLaws.ofFunction((many, fault) -> many.mapBlocking(2, i -> fault.at(i, i)))
                .asynchronous()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).mapBlocking(4, i -> i));
    }

    /** Whether it has begun by then, on a thread of its own, or waits where the stack ends. */
    @Test
    void anItemWhoseCallCanNotBeginAnyMoreIsUndelivered() {
        for (int depth : new int[] {0, Trampoline.DEEPEST}) {
            List<Integer> told = new ArrayList<>();
            List<Integer> called = new ArrayList<>();
            Context context = Undelivered.with(Integer.class, told::add).apply(Context.empty());
            Part run = new Part(context, depth);
            run.makeKnown((part, outcome) -> fail("it was cancelled"));
            Object polled = run.begin(Step.of(One.blocking(new MapBlocking<>(called::add, 1))));
            run.cancel();
            run.goOn(polled);
            assertEquals(List.of(1), told, "at depth " + depth);
            assertEquals(List.of(), called);
        }
    }

    /** At whichever moment it is cancelled. */
    @Test
    void eachItemIsCalledForOrUndelivered() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Set<Integer> known = ConcurrentHashMap.newKeySet();
            Semaphore accounts = new Semaphore(0);
            AtomicInteger items = new AtomicInteger();
            Many<String> many = Many.range(0, 4)
                    .doOnNext(i -> items.incrementAndGet())
                    .mapBlocking(
                            4,
                            i -> { // as many as there are: all of them come on the thread that asks
                                known.add(i);
                                accounts.release();
                                return "called for " + i;
                            })
                    .onUndelivered(Integer.class, i -> {
                        known.add(i);
                        accounts.release();
                    });
            Probe<String> probe = Probe.subscribeTo(many, 0);
            Threads.Task asking = Threads.start(() -> probe.request(4));
            for (int i = round % 100; i > 0; i--) {
                Thread.onSpinWait();
            }
            probe.cancel();
            Threads.join(asking);
            assertTrue(
                    accounts.tryAcquire(items.get(), 120, TimeUnit.SECONDS),
                    "an item was lost"); // calls that have begun go on
            assertEquals(items.get(), known.size());
        }
    }

    @Test
    void blocksOnAsManyVirtualThreadsAsAllowed() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier three = new CyclicBarrier(3);
        Many<Integer> many = Many.range(0, 9).mapBlocking(3, i -> {
            assertTrue(Thread.currentThread().isVirtual());
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            three.await(10, TimeUnit.SECONDS);
            running.decrementAndGet();
            return i;
        });
        Probe.subscribeTo(many)
                .awaitEnd()
                .assertItems(0, 1, 2, 3, 4, 5, 6, 7, 8)
                .assertCompleted();
        assertEquals(3, most.get());
    }

    @Test
    void whatABlockingCallThrowsComesInItsPlace() {
        Many<Integer> many = Many.of(1, 2, 3).mapBlocking(3, i -> {
            if (i == 2) {
                throw new IOException("no file " + i);
            }
            return i;
        });
        Probe.subscribeTo(many).awaitEnd().assertItems(1).assertFailed(IOException.class);
    }

    @Test
    void aFailureTellsItsName() {
        One<?> failing =
                Many.of(1).mapBlocking(1, i -> 1 / (i - 1)).named("shares").toList();
        String place = Suppressed.place(assertThrows(ArithmeticException.class, failing::await));
        assertTrue(place.startsWith("at stage mapBlocking (MapBlockingTest.java:"), place);
        assertTrue(place.contains(" of pipeline \"shares\""), place);
    }

    @Test
    void aCancellationDoesNotInterruptABlockingCall() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1).mapBlocking(1, i -> {
            began.countDown();
            boolean waited = cancelled.await(10, TimeUnit.SECONDS);
            interrupted.complete(!waited || Thread.currentThread().isInterrupted());
            return i;
        }));
        assertTrue(began.await(10, TimeUnit.SECONDS));
        probe.cancel();
        cancelled.countDown();
        assertFalse(interrupted.get(10, TimeUnit.SECONDS));
        probe.assertNothing();
    }

    @Test
    void theThreadsHaveThePipelinesName() {
        Many<String> names =
                Many.of(1).mapBlocking(1, i -> Thread.currentThread().getName());
        Probe.subscribeTo(names).awaitEnd().assertItems("weir-blocking");
        Probe.subscribeTo(names.named("files")).awaitEnd().assertItems("files/blocking");
    }

    @Test
    void refusesBadArguments() {
        assertEquals(
                "mapBlocking: the concurrency must be positive, was -1",
                assertThrows(IllegalArgumentException.class, () -> Many.of(1).mapBlocking(-1, i -> i))
                        .getMessage());
        assertEquals(
                "mapBlocking: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.of(1).mapBlocking(1, null))
                        .getMessage());
    }
}
