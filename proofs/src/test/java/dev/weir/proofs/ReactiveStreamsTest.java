package dev.weir.proofs;

import dev.weir.Many;
import dev.weir.reactivestreams.ReactiveStreams;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.FlowAdapters;

/** What goes to other libraries and comes from them keeps the rules of Reactive Streams. */
class ReactiveStreamsTest {
    @TestFactory
    Stream<DynamicTest> publishers() {
        return Tck.publisher(n -> FlowAdapters.toFlowPublisher(ReactiveStreams.publisher(range(n))));
    }

    @TestFactory
    Stream<DynamicTest> streams() {
        return Tck.publisher(n -> ReactiveStreams.many(ReactiveStreams.publisher(range(n))));
    }

    private static Many<Integer> range(long n) {
        return Many.range(0, (int) Math.min(n, Integer.MAX_VALUE));
    }
}
