package dev.weir.lab.footprint;

import java.util.stream.IntStream;

/** The JDK's streams: what lambdas alone take. */
final class StreamsSubject implements Subject {
    @Override
    public Runnable counting(int items) {
        return () -> IntStream.range(0, items)
                .boxed()
                .map(n -> n + 1)
                .filter(n -> n % 2 == 0)
                .forEach(n -> Probe.itemCame());
    }
}
