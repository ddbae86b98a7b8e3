package dev.weir.lab.neutral;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.Blackhole;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;

class FlowTckTest {
    private static final Blackhole BLACKHOLE = new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");
    private static final long LONGEST = 10_000;

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> numbers() {
        return Tck.tests(() -> new Publishers<>(FlowNumbers::new));
    }

    @TestFactory
    Stream<DynamicTest> lines() {
        return Tck.tests(() -> new Publishers<>(count -> new FlowLines(file((int) count))));
    }

    @TestFactory
    Stream<DynamicTest> sink() {
        return Tck.tests(() -> new Subscribers(() -> new FlowSink<>(BLACKHOLE, LONGEST)));
    }

    @TestFactory
    Stream<DynamicTest> latch() {
        return Tck.tests(() -> new Subscribers(() -> new FlowLatch<>(BLACKHOLE)));
    }

    private Path file(int lines) {
        try {
            return Files.write(directory.resolve("lines" + lines), Collections.nCopies(lines, "line"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Publishers<T> extends FlowPublisherVerification<T> {
        private final LongFunction<Publisher<T>> publishers;

        Publishers(LongFunction<Publisher<T>> publishers) {
            super(Tck.environment(), 50);
            this.publishers = publishers;
        }

        @Override
        public Publisher<T> createFlowPublisher(long elements) {
            return publishers.apply(elements);
        }

        @Override
        public Publisher<T> createFailedFlowPublisher() {
            return null;
        }

        @Override
        public long maxElementsFromPublisher() {
            return LONGEST;
        }
    }

    private static final class Subscribers extends FlowSubscriberBlackboxVerification<Integer> {
        private final Supplier<Subscriber<Integer>> subscribers;

        Subscribers(Supplier<Subscriber<Integer>> subscribers) {
            super(Tck.environment());
            this.subscribers = subscribers;
        }

        @Override
        public Subscriber<Integer> createFlowSubscriber() {
            return subscribers.get();
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }
}
