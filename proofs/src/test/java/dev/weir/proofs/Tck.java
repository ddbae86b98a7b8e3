package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.weir.Many;
import dev.weir.testkit.Probe;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * The Reactive Streams TCK as JUnit tests: each of its tests is one dynamic test, on a verification of its own.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> tck() {
 *     return Tck.publisher(1_000, n -> Many.range(0, 2 * (int) n).filter(i -> i % 2 == 0));
 * }
 * }</pre>
 */
public final class Tck {
    // how long a signal that has to come may take; only a failing test waits for all of it
    private static final long SIGNAL_MILLIS = 2_000;
    // how long the absence of a signal is watched, which each such test does in full
    private static final long SILENCE_MILLIS = 20;
    // how long the TCK sleeps between a cancellation and a garbage collection
    private static final long GARBAGE_MILLIS = 50;
    // when a test is given up that hangs; its failure shows where
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    // those that check nothing, and two for a publisher that fails, of which the operators' laws check more
    private static final List<String> SKIPPED = List.of("untested_", "spec104", "mayRejectCallsToSubscribe");

    private Tck() {}

    /** Verifies streams of n items, which have to be made for any n up to {@code Integer.MAX_VALUE}. */
    public static <T> Stream<DynamicTest> publisher(LongFunction<? extends Flow.Publisher<T>> streams) {
        return publisher(Integer.MAX_VALUE, streams);
    }

    /** Verifies streams of n items for n up to the longest; {@code Long.MAX_VALUE} says that they cannot end. */
    public static <T> Stream<DynamicTest> publisher(long longest, LongFunction<? extends Flow.Publisher<T>> streams) {
        return tests(() -> new Publishers<>(streams, longest));
    }

    /** Verifies what an operator subscribes to its source. */
    public static <R> Stream<DynamicTest> subscriber(Function<Many<Integer>, Many<R>> operator) {
        return subscriber(() -> subscriberOf(operator));
    }

    /** Verifies subscribers that request by themselves. */
    public static Stream<DynamicTest> subscriber(Supplier<Flow.Subscriber<Integer>> subscribers) {
        return tests(() -> new Subscribers(subscribers));
    }

    private static <R> Flow.Subscriber<Integer> subscriberOf(Function<Many<Integer>, Many<R>> operator) {
        AtomicReference<Flow.Subscriber<? super Integer>> subscriber = new AtomicReference<>();
        operator.apply(Many.from((Flow.Publisher<Integer>) subscriber::set)).subscribe(Probe.<R>unbounded());
        @SuppressWarnings("unchecked") // a subscriber to anything takes integers
        Flow.Subscriber<Integer> subscribed = (Flow.Subscriber<Integer>) subscriber.get();
        return Objects.requireNonNull(subscribed, "the operator did not subscribe");
    }

    private static Stream<DynamicTest> tests(Supplier<?> verifications) {
        return methods(verifications.get(), Test.class)
                .filter(method -> SKIPPED.stream().noneMatch(method.getName()::contains))
                .sorted(Comparator.comparing(Method::getName))
                .map(method -> DynamicTest.dynamicTest(
                        method.getName(),
                        () -> assertTimeoutPreemptively(PATIENCE, () -> run(verifications, method, attempts(method)))));
    }

    /** The TCK gives the collector 100 ms to notice, which a busy machine may take for itself, but not each time. */
    private static int attempts(Method method) {
        return method.getName().contains("DropAllReferences") ? 5 : 1;
    }

    private static void run(Supplier<?> verifications, Method test, int attempts) throws Throwable {
        try {
            run(verifications.get(), test);
        } catch (AssertionError failure) {
            if (attempts == 1) {
                throw failure;
            }
            run(verifications, test, attempts - 1);
        }
    }

    private static Stream<Method> methods(Object verification, Class<? extends Annotation> annotation) {
        return Arrays.stream(verification.getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(annotation));
    }

    private static void run(Object verification, Method test) throws Throwable {
        try {
            invokeAll(verification, BeforeClass.class);
            invokeAll(verification, BeforeMethod.class);
            test.invoke(verification);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof SkipException skipped) {
                throw new TestAbortedException(skipped.getMessage(), skipped);
            }
            throw thrown.getCause();
        } finally {
            invokeAll(verification, AfterClass.class);
        }
    }

    private static void invokeAll(Object verification, Class<? extends Annotation> annotation)
            throws ReflectiveOperationException {
        for (Method method : methods(verification, annotation).toList()) {
            method.invoke(verification);
        }
    }

    private static TestEnvironment environment() {
        return new TestEnvironment(SIGNAL_MILLIS, SILENCE_MILLIS, SILENCE_MILLIS);
    }

    private static final class Publishers<T> extends FlowPublisherVerification<T> {
        private final LongFunction<? extends Flow.Publisher<T>> streams;
        private final long longest;

        Publishers(LongFunction<? extends Flow.Publisher<T>> streams, long longest) {
            super(environment(), GARBAGE_MILLIS);
            this.streams = streams;
            this.longest = longest;
        }

        @Override
        public Flow.Publisher<T> createFlowPublisher(long elements) {
            return streams.apply(elements);
        }

        @Override
        public Flow.Publisher<T> createFailedFlowPublisher() {
            return null;
        }

        @Override
        public long maxElementsFromPublisher() {
            return longest;
        }
    }

    private static final class Subscribers extends FlowSubscriberBlackboxVerification<Integer> {
        private final Supplier<Flow.Subscriber<Integer>> subscribers;

        Subscribers(Supplier<Flow.Subscriber<Integer>> subscribers) {
            super(environment());
            this.subscribers = subscribers;
        }

        @Override
        public Flow.Subscriber<Integer> createFlowSubscriber() {
            return subscribers.get();
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }
}
