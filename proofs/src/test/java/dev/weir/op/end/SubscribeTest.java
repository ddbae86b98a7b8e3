package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.TestPublisher;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SubscribeTest {
    private final IllegalStateException broken = new IllegalStateException("broken");
    private final IllegalArgumentException unexpected = new IllegalArgumentException("unexpected");
    private final TestPublisher<Integer> source = TestPublisher.create();
    private final List<Object> signals = new ArrayList<>();

    @Test
    void laws() {
        OperatorLaws.of(many -> Many.<Integer>emitter(
                        Overflow.buffer(600),
                        emitter -> emitter.onEnd(many.subscribe(emitter::next, emitter::error, emitter::complete))))
                .requestsUnbounded()
                .nestsSubscriptions()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(many -> {
            many.subscribe(item -> {}, failure -> {}, () -> {});
            return Many.empty();
        });
    }

    @Test
    void tellsAllSignals() {
        source.many().subscribe(signals::add, signals::add, () -> signals.add("completion"));
        source.assertRequested(Long.MAX_VALUE).next(1).complete();
        Many.fail(() -> broken).subscribe(signals::add, signals::add, () -> signals.add("completion"));
        assertEquals(List.of(1, "completion", broken), signals);
    }

    @Test
    void canBeCancelled() {
        Cancellable subscription = source.many().subscribe(signals::add);
        source.next(1);
        subscription.cancel();
        subscription.cancel();
        source.assertCancelled();
        assertEquals(List.of(1), signals);
    }

    @Test
    void anActionThatThrowsCancelsAndIsTheFailure() {
        source.many().subscribe(item -> fail(), signals::add, () -> signals.add("completion"));
        source.next(1).assertCancelled();
        assertEquals(List.of(unexpected), signals);
    }

    @Test
    void aFailureThatNobodyHandlesIsDroppedUnderItsName() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Many.fail(() -> broken).named("orders").map(i -> i).subscribe();
            Many.of(1).named("near").named("far").subscribe(item -> fail());
            Many.fail(() -> broken).named("counted").count().subscribe();
            Many.fail(() -> broken).subscribe();
            assertEquals(List.of(broken, unexpected, broken, broken), dropped.failures());
            assertEquals(List.of("orders", "far", "counted", ""), dropped.pipelines());
        }
    }

    @Test
    void whatTheHandlersThrowIsDropped() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Many.fail(() -> broken).subscribe(item -> {}, failure -> fail(), () -> {});
            Many.of(1).subscribe(item -> {}, failure -> {}, this::fail);
            assertEquals(List.of(unexpected, unexpected), dropped.failures());
            assertArrayEquals(new Throwable[] {broken}, unexpected.getSuppressed());
        }
    }

    @Test
    void aHandlerMayThrowTheFailureAgain() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Many.fail(() -> broken)
                    .subscribe(
                            item -> {},
                            failure -> {
                                throw (IllegalStateException) failure;
                            },
                            () -> {});
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void whoeverKeepsTheHandleDoesNotKeepTheStream() {
        List<Cancellable> handles = new ArrayList<>();
        Garbage.assertCollected(ended(Many.of(1), handles));
        Garbage.assertCollected(ended(Many.of(1).doOnNext(item -> fail()), handles));
        handles.forEach(Cancellable::cancel);
    }

    private static WeakReference<Object> ended(Many<Integer> many, List<Cancellable> handles) {
        List<Object> held = new ArrayList<>();
        handles.add(many.subscribe(held::add, failure -> {}, () -> {}));
        return new WeakReference<>(held);
    }

    private void fail() {
        throw unexpected;
    }
}
