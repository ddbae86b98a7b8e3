package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FromStreamTest {
    private final List<String> log = new ArrayList<>();

    private <T> Many<T> logged(Stream<T> stream) {
        return Many.fromStream(() -> stream.onClose(() -> log.add("closed")));
    }

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.fromStream(() -> Stream.of(1, 2, 3)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.fromStream(() -> LongStream.range(0, n).boxed()));
    }

    @Test
    void eachSubscriptionHasAStreamOfItsOwn() {
        Many<Integer> many = Many.fromStream(() -> IntStream.range(0, 1_000).boxed());
        assertEquals(1_000, many.count().await());
        assertEquals(999, many.last().await());
    }

    @Test
    void isClosedBeforeItsEndIsTold() {
        logged(Stream.of(1, 2, 3)).doOnComplete(() -> log.add("ended")).count().await();
        assertEquals(List.of("closed", "ended"), log);
    }

    @Test
    void whatIsNotAskedForIsNotMade() {
        Probe<Integer> probe = Probe.subscribeTo(logged(Stream.of(1, 2, 3).peek(i -> log.add("made " + i))), 1);
        probe.assertItems(1);
        assertEquals(List.of("made 1"), log);
        probe.request(2);
        probe.assertItems(1, 2, 3).assertNotEnded();
        probe.request(1);
        probe.assertCompleted();
        assertEquals(List.of("made 1", "made 2", "made 3", "closed"), log);
    }

    @Test
    void aCancellationCloses() {
        Probe.subscribeTo(logged(Stream.of(1, 2, 3)), 1).cancel();
        Probe.subscribeTo(logged(Stream.of(1, 2, 3)), 0).cancel();
        assertEquals(List.of("closed", "closed"), log);
    }

    @Test
    void aCancellationInsideAnItemClosesBehindIt() {
        logged(Stream.of(1, 2)).subscribe(Probe.<Integer>unbounded().whenItem((same, item) -> {
            same.cancel();
            log.add("used");
        }));
        assertEquals(List.of("used", "closed"), log);
    }

    @Test
    void whoIsDoneWithTheLastItemClosesBeforeTheEnd() {
        logged(Stream.of(1, 2))
                .take(1)
                .doOnComplete(() -> log.add("ended"))
                .count()
                .await();
        assertEquals(List.of("closed", "ended"), log);
    }

    @Test
    void aFailureOfAnItemCloses() {
        for (Throwable failure : List.of(new IllegalStateException("planned"), new StackOverflowError())) {
            log.clear();
            Probe<Integer> probe = Probe.subscribeTo(logged(Stream.of(1, 2)).doOnNext(item -> sneak(failure)));
            assertEquals(failure, probe.failure());
            assertEquals(List.of("closed"), log);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as an unchecked one
    private static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }

    @Test
    void aFailureOfTheStreamIsToldBehindItsItems() {
        Probe<Integer> probe = Probe.subscribeTo(logged(Stream.of(2, 1, 0).map(i -> 2 / i)));
        assertEquals(
                ArithmeticException.class, probe.assertItems(1, 2).failure().getClass());
        assertEquals("at stage fromStream", Suppressed.place(probe.failure()).split(" \\(")[0]);
        assertEquals(List.of("closed"), log);
    }

    @Test
    void aStreamThatWasUsedBeforeIsClosed() {
        Stream<Integer> used = Stream.of(1).onClose(() -> log.add("closed"));
        assertEquals(1, used.count());
        assertEquals(
                IllegalStateException.class,
                Probe.subscribeTo(Many.fromStream(() -> used)).failure().getClass());
        assertEquals(List.of("closed"), log);
    }

    @Test
    void whatFailsAsItIsClosedElsewhereIsNoFailureOfTheStream() {
        List<Probe<Integer>> probes = new ArrayList<>();
        Stream<Integer> stream = Stream.of(1).peek(i -> {
            CompletableFuture.runAsync(() -> probes.getFirst().cancel()).join();
            throw new IllegalStateException("it is closed");
        });
        probes.add(Probe.subscribeTo(logged(stream).doOnError(failure -> log.add("failed")), 0));
        probes.getFirst().request(1);
        assertEquals(List.of("closed"), log);
    }

    @Test
    void nullIsRefused() {
        assertEquals(
                "fromStream: the stream has null",
                Probe.subscribeTo(logged(Stream.of(1, null)))
                        .assertItems(1)
                        .failure()
                        .getMessage());
        assertEquals(List.of("closed"), log);
        assertEquals(
                "fromStream: the supplier returned null where a stream is due",
                Probe.subscribeTo(Many.fromStream(() -> null)).failure().getMessage());
        assertEquals(
                "fromStream: the supplier is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.fromStream(null))
                        .getMessage());
    }
}
