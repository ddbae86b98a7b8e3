package dev.weir;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BroadcastTest {
    private static final int PRODUCERS = 4;
    private static final int EACH = 2_000;

    private final Broadcast<Integer> broadcast = Broadcast.create();
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void aFailureThatComesAfterTheEndIsDropped() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            broadcast.complete();
            broadcast.error(broken);
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void allHearTheSameInTheSameOrder() throws Exception {
        Overflow overflow = Overflow.buffer(PRODUCERS * EACH);
        List<Probe<Integer>> probes = List.of(
                Probe.subscribeTo(broadcast.listen(overflow)),
                Probe.subscribeTo(broadcast.listen(overflow)),
                Probe.subscribeTo(broadcast.listen(overflow), PRODUCERS * EACH));
        produceFromAllThreads();
        broadcast.complete();
        List<Integer> heard = probes.getFirst().assertCompleted().items();
        assertEquals(PRODUCERS * EACH, heard.size());
        for (Probe<Integer> probe : probes) {
            assertEquals(heard, probe.assertCompleted().items());
        }
        for (int producer = 0; producer < PRODUCERS; producer++) {
            assertInOrder(heard, producer);
        }
    }

    private void produceFromAllThreads() throws Exception {
        List<Threads.Task> producers = new ArrayList<>();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            int first = producer * EACH;
            producers.add(Threads.start(() -> {
                for (int i = 0; i < EACH; i++) {
                    broadcast.emit(first + i);
                }
            }));
        }
        for (Threads.Task producer : producers) {
            Threads.join(producer);
        }
    }

    private static void assertInOrder(List<Integer> heard, int producer) {
        List<Integer> own = heard.stream().filter(i -> i / EACH == producer).toList();
        assertEquals(own.stream().sorted().toList(), own);
        assertEquals(EACH, own.size());
    }

    @Test
    void aSlowListenerLosesByItsOwnPolicyAndDelaysNobody() {
        Probe<Integer> fast = Probe.subscribeTo(broadcast.listen(Overflow.fail()));
        Probe<Integer> losing = Probe.subscribeTo(broadcast.listen(Overflow.latest()), 0);
        Probe<Integer> failing = Probe.subscribeTo(broadcast.listen(Overflow.buffer(1)), 0);
        broadcast.emit(1);
        broadcast.emit(2);
        fast.assertItems(1, 2).assertNotEnded();
        losing.request(9);
        losing.assertItems(2).assertNotEnded();
        failing.request(9);
        failing.assertItems(1).assertFailed(OverflowException.class);
    }

    @Test
    void whoComesAfterTheEndIsEnded() {
        Probe<Integer> before = Probe.subscribeTo(broadcast.listen(Overflow.fail()));
        broadcast.error(broken);
        broadcast.emit(1);
        broadcast.complete();
        before.assertItems().assertFailed(broken::equals);
        Probe.subscribeTo(broadcast.listen(Overflow.fail())).assertItems().assertFailed(broken::equals);
        assertEquals(0, broadcast.listenerCount());
    }

    @Test
    void mayBeUsedInsideAnItem() {
        Probe<Integer> echoing = Probe.<Integer>unbounded().whenItem((same, item) -> {
            if (item < 3) {
                broadcast.emit(item + 1);
            } else {
                broadcast.complete();
            }
        });
        broadcast.listen(Overflow.buffer(9)).subscribe(echoing);
        Probe<Integer> other = Probe.subscribeTo(broadcast.listen(Overflow.buffer(9)));
        broadcast.emit(1);
        echoing.assertItems(1, 2, 3).assertCompleted();
        other.assertItems(1, 2, 3).assertCompleted();
    }

    @Test
    void aFailingListenerHoldsNobodyUp() {
        List<String> order = new ArrayList<>();
        Probe<Integer> failing = Probe.<Integer>demanding(0).whenEnded(same -> {
            assertDoesNotThrow(() -> Threads.join(Threads.start(() -> broadcast.emit(2))));
            order.add("another thread has emitted");
        });
        broadcast.listen(Overflow.fail()).subscribe(failing);
        broadcast.emit(1);
        failing.assertFailed(OverflowException.class);
        assertEquals(List.of("another thread has emitted"), order);
    }

    @Test
    void refusesNull() {
        assertThrows(NullPointerException.class, () -> broadcast.emit(null));
        assertThrows(NullPointerException.class, () -> broadcast.error(null));
        assertThrows(NullPointerException.class, () -> broadcast.listen(null).subscribe());
    }

    @Test
    void whoComesLateHearsTheLastItems() {
        Broadcast<Integer> state = Broadcast.replaying(1);
        Probe<Integer> early = Probe.subscribeTo(state.listen(Overflow.latest()));
        early.assertNothing();
        state.emit(1);
        state.emit(2);
        Probe<Integer> late = Probe.subscribeTo(state.listen(Overflow.latest()));
        state.emit(3);
        early.assertItems(1, 2, 3);
        late.assertItems(2, 3);
        state.complete();
        state.emit(4);
        Probe.subscribeTo(state.listen(Overflow.latest())).assertItems(3).assertCompleted();
    }

    @Test
    void theNewestItemCanBeRead() {
        Broadcast<Integer> state = Broadcast.replaying(2);
        assertNull(state.newest());
        state.emit(1);
        state.emit(2);
        assertEquals(2, state.newest());
        state.complete();
        state.emit(3);
        assertEquals(2, state.newest());
        Broadcast<Integer> forgetful = Broadcast.create();
        forgetful.emit(1);
        assertNull(forgetful.newest());
    }

    /** However much is asked for. */
    @Test
    void allThatIsRememberedIsHeard() {
        Broadcast<Integer> many = Broadcast.replaying(1_000);
        for (int i = 0; i < 1_000; i++) {
            many.emit(i);
        }
        many.complete();
        for (long demand : new long[] {1_000, Long.MAX_VALUE}) {
            Probe<Integer> probe = Probe.subscribeTo(many.listen(Overflow.fail()), demand);
            probe.assertCompleted();
            assertEquals(1_000, probe.items().size());
        }
    }

    @Test
    void whatComesDuringAReplayTakesNoRoomAway() {
        Broadcast<Integer> many = Broadcast.replaying(1_000);
        for (int i = 0; i < 1_000; i++) {
            many.emit(i);
        }
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> {
            if (item == 0) {
                many.emit(1_000);
            }
        });
        many.listen(Overflow.fail()).subscribe(probe);
        probe.assertNotEnded();
        assertEquals(1_001, probe.items().size());
    }

    @Test
    void aListenerThatOverflowsIsNoneWhileItemsWaitForIt() {
        Broadcast<Integer> many = Broadcast.create();
        Probe<Integer> probe = Probe.subscribeTo(many.listen(Overflow.buffer(1)), 0);
        many.emit(1);
        many.emit(2);
        assertEquals(0, many.listenerCount());
        probe.request(1);
        probe.assertItems(1).assertFailed(OverflowException.class);
    }

    @Test
    void whatIsReplayedKeepsTheListenersPolicy() {
        Broadcast<Integer> three = Broadcast.replaying(3);
        for (int i = 0; i < 5; i++) {
            three.emit(i);
        }
        Probe<Integer> probe = Probe.subscribeTo(three.listen(Overflow.latest()), 0);
        probe.request(3);
        probe.assertItems(4);
        Probe.subscribeTo(three.listen(Overflow.buffer(3))).assertItems(2, 3, 4).assertNotEnded();
        assertThrows(IllegalArgumentException.class, () -> Broadcast.replaying(0));
    }

    /** What the JVM may not survive is thrown at who emits, and the others have heard the item by then. */
    @Test
    void allHearAnItemWithWhichOneOfThemBreaks() {
        Broadcast<Integer> broadcast = Broadcast.create();
        List<Integer> heard = new ArrayList<>();
        broadcast
                .listen(Overflow.buffer(1))
                .doOnNext(item -> {
                    throw new OutOfMemoryError("planned");
                })
                .subscribe(item -> {}, failure -> {}, () -> {});
        broadcast.listen(Overflow.buffer(1)).subscribe(heard::add);
        assertThrows(OutOfMemoryError.class, () -> broadcast.emit(1));
        assertEquals(List.of(1), heard);
    }
}
