package dev.weir.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> ran = new ArrayList<>();

    private Cancellable schedule(String name, long millis) {
        return time.schedule(() -> ran.add(name + "@" + time.now().toMillis()), Duration.ofMillis(millis));
    }

    @Test
    void runsInTheOrderOfTimeThenOfScheduling() {
        schedule("late", 30);
        schedule("first", 10);
        schedule("second", 10);
        time.advance(Duration.ofMillis(29));
        assertEquals(List.of("first@10", "second@10"), ran);
        time.advance(Duration.ofMillis(1));
        assertEquals("late@30", ran.getLast());
        assertEquals(Duration.ofMillis(30), time.now());
    }

    @Test
    void runsWhatTasksScheduleInTheSameMove() {
        time.schedule(() -> schedule("second", 10), Duration.ofMillis(10));
        time.advance(Duration.ofMillis(20));
        assertEquals(List.of("second@20"), ran);
    }

    @Test
    void runsATaskWithoutDelayOnlyWhenItIsMoved() {
        schedule("now", 0);
        time.schedule(() -> ran.add("past"), Duration.ofSeconds(-1));
        assertEquals(List.of(), ran);
        time.advance(Duration.ZERO);
        assertEquals(List.of("now@0", "past"), ran);
    }

    @Test
    void takesTheClockOn() {
        long before = time.nanoTime();
        time.advanceTo(Duration.ofSeconds(3));
        assertEquals(3_000_000_000L, time.nanoTime() - before);
    }

    @Test
    void forgetsACancelledTask() {
        Cancellable timer = schedule("never", 10);
        assertEquals(1, time.pending());
        timer.cancel();
        timer.cancel();
        time.assertNoTimers();
        assertFalse(time.advanceToNext());
        assertEquals(List.of(), ran);
    }

    @Test
    void jumpsToTheNextTimer() {
        schedule("a", 10);
        schedule("b", 10);
        schedule("c", 20);
        assertTrue(time.advanceToNext());
        assertEquals(List.of("a@10", "b@10"), ran);
    }

    @Test
    void tellsWhichTimersAreLeft() {
        schedule("b", 1500);
        schedule("a", 10);
        AssertionError left = assertThrows(AssertionError.class, time::assertNoTimers);
        assertEquals("expected no timer at 0ms, but 2 are left, due at 10ms, 1500ms", left.getMessage());
    }

    @Test
    void neverReachesATimeThatIsTooFarAway() {
        time.schedule(() -> ran.add("never"), Duration.ofSeconds(Long.MAX_VALUE));
        time.advance(Duration.ofDays(100));
        assertEquals(1, time.pending());
    }

    @Test
    void doesNotGoBack() {
        time.advance(Duration.ofMillis(10));
        assertThrows(IllegalArgumentException.class, () -> time.advance(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> time.advanceTo(Duration.ofMillis(9)));
    }

    @Test
    void doesNotGoBackForWhoHadToWait() throws InterruptedException {
        Thread late = new Thread(() -> time.advance(Duration.ofMillis(1)));
        time.schedule(() -> letItWait(late), Duration.ZERO);
        synchronized (time) { // so that it is moved before the other thread comes to it
            time.glance();
            time.advance(Duration.ofMillis(10));
        }
        late.join();
        assertEquals(Duration.ofMillis(10), time.now());
    }

    private void letItWait(Thread late) {
        late.start();
        while (late.getState() != Thread.State.WAITING) {
            try {
                time.wait(1); // gives it the monitor
            } catch (InterruptedException interrupt) {
                throw new AssertionError(interrupt);
            }
        }
    }

    @Test
    void isMovedByOneAtATime() {
        time.schedule(() -> time.advance(Duration.ofMillis(1)), Duration.ZERO);
        assertThrows(IllegalStateException.class, () -> time.advance(Duration.ZERO));
        time.advance(Duration.ZERO);
    }

    @Test
    void stopsATaskThatSchedulesItselfForEver() {
        time.schedule(this::again, Duration.ZERO);
        AssertionError stopped = assertThrows(AssertionError.class, () -> time.advance(Duration.ZERO));
        assertTrue(stopped.getMessage().contains("does a task schedule itself without delay?"));
    }

    @Test
    void timersThatGoOnForLongAreNone() {
        Probe<Long> probe =
                Probe.subscribeTo(Many.interval(Duration.ofMillis(1)).skip(2_000_000), time);
        time.advance(Duration.ofSeconds(2_000).plusMillis(1));
        probe.assertItems(2_000_000L);
    }

    @Test
    void whatWasDueLongAgoIsDueNow() {
        time.schedule(() -> ran.add("past"), Duration.ofSeconds(Long.MIN_VALUE));
        time.advance(Duration.ZERO);
        assertEquals(List.of("past"), ran);
    }

    private void again() {
        time.schedule(this::again, Duration.ZERO);
    }

    @Test
    void runsAnExecutorsTasksWhenItMoves() {
        time.executor().execute(() -> ran.add("task"));
        assertEquals(List.of(), ran);
        assertEquals(1, time.pending());
        assertEquals(0, time.timers());
        time.assertNoTimers();
        time.advance(Duration.ZERO);
        assertEquals(List.of("task"), ran);
    }
}
