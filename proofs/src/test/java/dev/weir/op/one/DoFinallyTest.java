package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Suppressed;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DoFinallyTest {
    private final List<Object> endings = new ArrayList<>();
    private final List<Object> outcomes = new ArrayList<>();
    private final RuntimeException thrown = new RuntimeException("thrown");

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.doFinally(ending -> {}));
            OneLaws.checkFunction((one, fault) -> one.doFinally(ending -> fault.at(1, 1)));
        }
    }

    @Test
    void seesEachEndOnce() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        One.of(1).doFinally(endings::add).subscribe();
        One.from(stage).doFinally(endings::add).subscribe();
        stage.complete(1);
        One.fail(IllegalStateException::new).doFinally(endings::add).subscribe(value -> {}, failure -> {});
        Cancellable never = One.never().doFinally(endings::add).subscribe();
        never.cancel();
        never.cancel();
        assertEquals(List.of(Ending.COMPLETED, Ending.COMPLETED, Ending.FAILED, Ending.CANCELLED), endings);
    }

    @Test
    void seesACancellationBelowAnAsynchronousStep() {
        VirtualTime time = new VirtualTime();
        Cancellable subscription = One.of(1)
                .doFinally(ending -> endings.add("above " + ending))
                .publishOn(time.executor())
                .doFinally(ending -> endings.add("below " + ending))
                .subscribe();
        subscription.cancel();
        assertEquals(List.of("above COMPLETED", "below CANCELLED"), endings);
    }

    @Test
    void aCancellationIsSeenFromTheSourceDown() {
        One.never()
                .doFinally(ending -> endings.add(1))
                .doFinally(ending -> endings.add(2))
                .map(value -> value)
                .doFinally(ending -> endings.add(3))
                .subscribe()
                .cancel();
        assertEquals(List.of(1, 2, 3), endings);
    }

    @Test
    void aCancellationInsideAnActionIsSeenBelow() {
        List<Cancellable> self = new ArrayList<>();
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        self.add(One.from(stage)
                .doOnValue(value -> self.getFirst().cancel())
                .doFinally(endings::add)
                .subscribe(outcomes::add));
        stage.complete(1);
        assertEquals(List.of(Ending.CANCELLED), endings);
        assertEquals(List.of(), outcomes);
    }

    @Test
    void aStepThatNeverBeganIsCancelledToo() {
        VirtualTime time = new VirtualTime();
        List<Cancellable> self = new ArrayList<>();
        self.add(One.timer(Duration.ofSeconds(1))
                .flatMap(value -> {
                    self.getFirst().cancel();
                    return One.never().doFinally(endings::add);
                })
                .withContext(context -> context.withClock(time))
                .subscribe());
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void anActionThatThrowsAfterAValueFailsTheOne() {
        One.of(1).doFinally(this::fail).subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(thrown), outcomes);
    }

    @Test
    void anActionThatThrowsAfterAFailureIsSuppressed() {
        IllegalStateException failure = new IllegalStateException("broken");
        One.fail(() -> failure).doFinally(this::fail).subscribe(outcomes::add, outcomes::add);
        assertSame(failure, outcomes.getFirst());
        assertArrayEquals(new Throwable[] {thrown}, Suppressed.of(failure));
    }

    @Test
    void anActionThatThrowsAtACancellationIsDroppedAndStopsNobody() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            One.never()
                    .doFinally(this::fail)
                    .doFinally(endings::add)
                    .subscribe()
                    .cancel();
            assertEquals(List.of(thrown), drops.failures());
            assertEquals(List.of(Ending.CANCELLED), endings);
        }
    }

    private void fail(Ending ending) {
        throw thrown;
    }

    @Test
    void tellsOfSubscriptionsAndCancellationsAlone() {
        List<String> calls = new ArrayList<>();
        OneLaws.check(one -> one.doOnCancel(() -> {}));
        OneLaws.check(one -> one.doOnSubscribe(() -> {}));
        One<Integer> one = One.<Integer>never()
                .doOnCancel(() -> calls.add("cancelled"))
                .doOnSubscribe(() -> calls.add("subscribed"));
        assertEquals(List.of(), calls);
        one.subscribe().cancel();
        assertEquals(List.of("subscribed", "cancelled"), calls);
        assertEquals(1, One.of(1).doOnCancel(() -> calls.add("never")).await());
        assertEquals(2, calls.size());
        assertThrows(IllegalStateException.class, One.of(1).doOnSubscribe(() -> {
            throw new IllegalStateException();
        })::await);
    }

    @Test
    void theValueBehindWhichTheActionThrowsIsTold() {
        List<Integer> told = new ArrayList<>();
        One.of(1)
                .doFinally(ending -> {
                    throw thrown;
                })
                .onUndelivered(Integer.class, told::add)
                .subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(thrown), outcomes);
        assertEquals(List.of(1), told);
    }
}
