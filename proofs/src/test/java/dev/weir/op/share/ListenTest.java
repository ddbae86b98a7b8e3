package dev.weir.op.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.op.kernel.race.Slot;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ListenTest {
    private static final int MOST = 1_000;

    private final Broadcast<Integer> broadcast = Broadcast.create();

    @Test
    void laws() {
        OperatorLaws.of(many -> Many.from((Flow.Subscriber<? super Integer> subscriber) -> through(subscriber, many)))
                .requestsUnbounded()
                .nestsSubscriptions()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(MOST, n -> subscriber -> through(subscriber, Many.range(0, (int) n)));
    }

    /** Gives the items to a broadcast that the subscriber listens to. */
    private static void through(Flow.Subscriber<? super Integer> subscriber, Many<Integer> many) {
        Broadcast<Integer> broadcast = Broadcast.create();
        Slot feeding = new Slot();
        broadcast
                .listen(Overflow.buffer(MOST))
                .doFinally(ending -> feeding.cancel())
                .subscribe(subscriber);
        feeding.put(many.subscribe(broadcast::emit, broadcast::error, broadcast::complete));
    }

    @Test
    void hearsWhatIsEmittedFromNowOn() {
        broadcast.emit(1);
        Probe<Integer> probe = Probe.subscribeTo(broadcast.listen(Overflow.fail()));
        broadcast.emit(2);
        probe.assertItems(2).assertNotEnded();
    }

    @Test
    void keepsWhatIsNotAskedForYetByItsPolicy() {
        Probe<Integer> probe = Probe.subscribeTo(broadcast.listen(Overflow.dropOldest(2)), 1);
        for (int i = 1; i <= 4; i++) {
            broadcast.emit(i);
        }
        broadcast.complete();
        probe.assertItems(1).assertNotEnded();
        probe.request(9);
        probe.assertItems(1, 3, 4).assertCompleted();
    }

    @Test
    void whoCancelsIsForgotten() {
        Probe<Integer> probe = Probe.subscribeTo(broadcast.listen(Overflow.fail()));
        assertEquals(1, broadcast.listenerCount());
        probe.cancel();
        assertEquals(0, broadcast.listenerCount());
        broadcast.emit(1);
        probe.assertNothing();
    }

    @Test
    void whoCancelsInOnSubscribeIsNotHeardOf() {
        broadcast.listen(Overflow.fail()).subscribe(Probe.<Integer>unbounded().whenSubscribed(Probe::cancel));
        assertEquals(0, broadcast.listenerCount());
    }

    @Test
    void whoOverflowsIsForgotten() {
        Probe.subscribeTo(broadcast.listen(Overflow.fail()), 0);
        broadcast.emit(1);
        assertEquals(0, broadcast.listenerCount());
    }

    @Test
    void allAreToldOfWhatTheJvmMayNotSurvive() {
        Broadcast<Integer> broadcast = Broadcast.create();
        List<CompletableFuture<List<Integer>>> all = Stream.generate(
                        () -> broadcast.listen(Overflow.buffer(2)).toList().toCompletionStage())
                .limit(3)
                .map(CompletionStage::toCompletableFuture)
                .toList();
        assertThrows(InternalError.class, () -> broadcast.error(new InternalError("planned")));
        assertTrue(all.stream().allMatch(CompletableFuture::isCompletedExceptionally), all::toString);
    }

    /** An item goes to all before the next one comes, also from where the stack is kept flat. */
    @Test
    void whatIsEmittedReachesAllAtOnce() {
        Broadcast<Integer> broadcast = Broadcast.create();
        List<Integer> one = Collections.synchronizedList(new ArrayList<>());
        List<Integer> two = Collections.synchronizedList(new ArrayList<>());
        var first = broadcast.listen(Overflow.buffer(1)).forEach(one::add).toCompletionStage();
        var second = broadcast.listen(Overflow.buffer(1)).forEach(two::add).toCompletionStage();
        Many.range(0, 1_000)
                .subscribeOn(Thread::startVirtualThread)
                .forEach(broadcast::emit)
                .await();
        broadcast.complete();
        first.toCompletableFuture().join();
        second.toCompletableFuture().join();
        assertEquals(1_000, one.size());
        assertEquals(one, two);
    }
}
