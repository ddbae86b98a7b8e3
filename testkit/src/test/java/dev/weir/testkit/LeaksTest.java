package dev.weir.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LeaksTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** What the block leaves behind, in words. */
    private static String left(Consumer<Leaks> block) {
        AssertionError failed = assertThrows(AssertionError.class, () -> {
            try (Leaks leaks = Leaks.watch(Duration.ZERO)) {
                block.accept(leaks);
            }
        });
        return failed.getMessage();
    }

    // ---------------------------------------------------------------- what leaves nothing

    @Test
    void whatHasEndedLeavesNothing() {
        try (Leaks leaks = Leaks.watch()) {
            assertEquals(3, leaks.watched(Many.range(0, 3)).count().await());
            assertEquals(5, leaks.watched(One.of(5).timeout(HOUR)).await());
            assertThrows(
                    IllegalStateException.class,
                    () -> leaks.watched(Many.fail(() -> new IllegalStateException("planned")))
                            .count()
                            .await());
        }
    }

    @Test
    void whatIsCancelledLeavesNothing() {
        try (Leaks leaks = Leaks.watch()) {
            for (Many<?> many : List.of(
                    Many.never(), Many.interval(HOUR), Many.of(1).delay(HOUR).map(i -> i))) {
                leaks.watched(many.onUndelivered(Integer.class, lost -> {}))
                        .subscribe()
                        .cancel();
            }
            leaks.watched(One.timer(HOUR)).subscribe().cancel();
        }
    }

    @Test
    void waitsForThreadsThatAreAboutToLeave() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        try (Leaks leaks = Leaks.watch()) {
            Cancellable blocked = leaks.watched(One.blocking(() -> {
                                inside.countDown();
                                mayLeave.await();
                                return 1;
                            })
                            .onUndelivered(Integer.class, lost -> {}))
                    .subscribe();
            inside.await();
            blocked.cancel();
            Thread.startVirtualThread(mayLeave::countDown);
        }
    }

    @Test
    void itemsThatSomebodyClosesAreNotLost() {
        List<Integer> closed = new ArrayList<>();
        try (Leaks leaks = Leaks.watch()) {
            Many<Integer> many = Many.of(1, 2).delay(HOUR).onUndelivered(Integer.class, closed::add);
            leaks.watched(many).subscribe().cancel();
        }
        assertEquals(List.of(1, 2), closed);
    }

    @Test
    void knowsTheTimeOfTheSubscriber() {
        VirtualTime time = new VirtualTime();
        try (Leaks leaks = Leaks.watch()) {
            Steps.of(leaks.watched(Many.interval(HOUR).take(1)), time, 1)
                    .after(HOUR)
                    .next(0L)
                    .completed();
        }
    }

    @Test
    void theLogsCountOfWhatWasDroppedIsInsideOfNoPipeline() throws InterruptedException {
        CountDownLatch counted = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        Logger log = Logger.getLogger("dev.weir");
        log.setFilter(line -> {
            if (line.getMessage().matches(".*more failures.*\"counted\"")) {
                counted.countDown();
                Uninterruptibly.await(mayLeave);
            }
            return false;
        });
        try (Leaks leaks = Leaks.watch(Duration.ZERO)) {
            Many<Object> failing = leaks.watched(Many.fail(() -> new IllegalStateException("planned")))
                    .named("counted");
            failing.subscribe(); // nobody takes its failure
            failing.subscribe();
            counted.await();
        } finally {
            mayLeave.countDown();
            log.setFilter(null);
        }
    }

    // ---------------------------------------------------------------- what leaves something

    @Test
    void tellsWhichSubscriptionIsOpenAndWhereItBegan() {
        AssertionError failed = assertThrows(AssertionError.class, () -> {
            try (Leaks leaks = Leaks.watch(Duration.ZERO)) {
                leaks.watched(Many.never()).named("prices").subscribe();
            }
        });
        assertEquals("left behind:\n- a subscription \"prices\"", failed.getMessage());
        StackTraceElement[] place = failed.getSuppressed()[0].getStackTrace();
        assertTrue(
                List.of(place).stream().anyMatch(frame -> frame.getClassName().equals(LeaksTest.class.getName())));
        assertEquals(
                "left behind:\n- a subscription",
                left(leaks -> leaks.watched(One.never()).subscribe()));
    }

    @Test
    void tellsTimersThatWait() {
        String left = left(leaks -> {
            Many<Object> forgetful = Many.deferContextual(context -> {
                context.clock().schedule(() -> {}, HOUR);
                return Many.empty();
            });
            leaks.watched(forgetful).subscribe();
        });
        assertEquals("left behind:\n- a timer of 3600s", left);
        assertEquals(
                "left behind:\n- a timer of 1s",
                left(leaks -> leaks.watched(Many.deferContextual(context -> {
                            context.clock().schedule(() -> {}, Duration.parse("PT0.999927763S"));
                            return Many.empty();
                        }))
                        .subscribe()));
    }

    @Test
    void timersThatAreRefusedAreNone() {
        Clock stopped = new Clock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public Cancellable schedule(Runnable task, Duration delay) {
                throw new IllegalStateException("stopped");
            }
        };
        try (Leaks leaks = Leaks.watch(Duration.ZERO)) {
            One<?> timed = leaks.watched(One.timer(HOUR)).withContext(context -> context.withClock(stopped));
            assertThrows(IllegalStateException.class, timed::await);
        }
    }

    @Test
    void timersThatHaveRunAreGone() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        try (Leaks leaks = Leaks.watch()) {
            leaks.watched(Many.deferContextual(context -> {
                        Clock clock = context.clock();
                        clock.schedule(ran::countDown, Duration.ZERO);
                        return Many.empty();
                    }))
                    .subscribe();
            ran.await();
        }
    }

    @Test
    void tellsItemsThatNobodyReceived() {
        String left = left(
                leaks -> leaks.watched(Many.of(1, 2).delay(HOUR)).subscribe().cancel());
        assertEquals("left behind:\n- items that nobody received: [1, 2]", left);
    }

    @Test
    void tellsThreadsThatAreInsideOfAPipeline() {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        String left = left(leaks -> {
            One.blocking(() -> {
                        inside.countDown();
                        mayLeave.await();
                        return 1;
                    })
                    .named("stuck")
                    .subscribe();
            Uninterruptibly.await(inside);
        });
        mayLeave.countDown();
        assertTrue(left.startsWith("left behind:\n- the thread #") && left.contains("stuck/blocking"), left);
    }

    /** A latch without a checked exception. */
    private interface Uninterruptibly {
        static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        }
    }
}
