package dev.weir.proofs;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Items that wait are dropped with the stream, even if the source keeps its subscriber. */
class RetentionTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final Map<String, Function<Many<Object>, Many<?>>> waiting = Map.of(
            "buffer(n, time)", many -> many.buffer(3, HOUR),
            "delay", many -> many.delay(HOUR),
            "flatMap", many -> many.flatMap(Many::of),
            "mapAsync", many -> many.mapAsync(2, One::of),
            "onOverflow", many -> many.onOverflow(Overflow.buffer(2)),
            "publishOn", many -> many.publishOn(time.executor()),
            "share", Many::share,
            "zip", many -> Many.zip(many, Many.never(), (a, b) -> a));

    @TestFactory
    Stream<DynamicTest> aCancelledStreamKeepsNoItem() {
        return waiting.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> assertDropped(each.getValue())));
    }

    private void assertDropped(Function<Many<Object>, Many<?>> operator) {
        TestPublisher<Object> source = TestPublisher.create();
        Probe<?> probe = Probe.subscribeTo(operator.apply(source.many()), time.context(), 1);
        emit(source);
        WeakReference<Object> item = emit(source);
        probe.cancel();
        time.advance(Duration.ZERO);
        Garbage.assertCollected(item);
        source.assertCancelled(); // both are alive until here
    }

    private static WeakReference<Object> emit(TestPublisher<Object> source) {
        Object item = new Object();
        source.next(item);
        return new WeakReference<>(item);
    }
}
