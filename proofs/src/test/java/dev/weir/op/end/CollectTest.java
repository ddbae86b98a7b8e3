package dev.weir.op.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CollectTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void laws() {
        OperatorLaws.of(many -> many.toList().toMany()).requestsUnbounded().check();
        OperatorLaws.ofFunction((many, fault) -> many.collect(into((list, i) -> list.add(fault.at(i, i))))
                        .toMany())
                .requestsUnbounded()
                .nullAllowed()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.subscriber(many -> many.toList().toMany());
    }

    @Test
    void collectsAllItems() {
        assertEquals("a, b", Many.of("a", "b").collect(Collectors.joining(", ")).await());
        assertEquals(List.of(1, 2), Many.of(1, 2).toList().await());
        assertEquals(List.of(), Many.empty().toList().await());
    }

    @Test
    void makesAContainerForEachRun() {
        One<List<Integer>> list = Many.of(1).toList();
        assertNotSame(list.await(), list.await());
    }

    @Test
    void fails() {
        Many<Integer> failing = Many.concat(Many.of(1), Many.fail(() -> broken));
        assertSame(
                broken,
                assertThrows(IllegalStateException.class, () -> failing.toList().await()));
    }

    @Test
    void aCollectorThatThrowsFails() {
        Supplier<List<Integer>> unable = () -> {
            throw broken;
        };
        assertFails(Collector.of(unable, List::add, (a, _) -> a));
        assertFails(Collector.of(ArrayList::new, List::add, (a, _) -> a, (Function<List<Integer>, Integer>) list -> {
            throw broken;
        }));
    }

    private void assertFails(Collector<Integer, ?, ?> collector) {
        assertSame(
                broken,
                assertThrows(
                        IllegalStateException.class,
                        () -> Many.of(1).collect(collector).await()));
    }

    @Test
    void theResultMayBeNull() {
        assertNull(Many.of(1)
                .collect(Collectors.collectingAndThen(Collectors.toList(), list -> null))
                .await());
    }

    @Test
    void isCancelledWithItsRun() {
        TestPublisher<Integer> source = TestPublisher.create();
        Cancellable run = source.many().toList().subscribe();
        source.assertRequested(Long.MAX_VALUE).assertNotCancelled();
        run.cancel();
        source.assertCancelled();
    }

    private static Collector<Integer, ?, List<Integer>> into(BiConsumer<List<Integer>, Integer> accumulator) {
        return Collector.of(ArrayList::new, accumulator, (a, _) -> a);
    }

    @Test
    void theStepsBelowAreToldOfWhatTheJvmMayNotSurvive() {
        List<Ending> endings = new ArrayList<>();
        One<List<Integer>> failing = Many.of(1)
                .<Integer>map(i -> {
                    throw new InternalError("planned");
                })
                .toList()
                .doFinally(endings::add);
        assertThrows(InternalError.class, failing::await);
        assertEquals(List.of(Ending.FAILED), endings);
    }
}
