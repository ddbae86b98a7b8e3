package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.Repeat;
import dev.weir.testkit.Probe;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Whoever takes items from an iterable, and not by a subscription, ends with its failure like everybody else. */
class FailingIteratorTest {
    private enum When {
        ITERATOR,
        HAS_NEXT,
        NEXT,
        NULL_ITERATOR,
        NULL_ITEM
    }

    private record Case(String name, Wrapping wrapping) {}

    private interface Wrapping {
        Many<?> apply(Many<Integer> failing);
    }

    private static Case of(String name, Wrapping wrapping) {
        return new Case(name, wrapping);
    }

    private static final List<Case> CASES = List.of(
            of("itself", many -> many),
            of("merge", many -> Many.merge(many, Many.of(7))),
            of("merge, second", many -> Many.merge(Many.of(7), many)),
            of("merge with one that never ends", many -> Many.merge(Many.never(), many)),
            of("flatMap", many -> Many.of(1, 2).flatMap(i -> many)),
            of("flatMap of one", many -> Many.of(1).flatMap(i -> many)),
            of("flatMapDelayingErrors", many -> Many.of(1, 2).flatMapDelayingErrors(2, i -> many)),
            of("concat", many -> Many.concat(Many.of(7), many, Many.of(8))),
            of("concatMap", many -> Many.of(1, 2).concatMap(i -> many)),
            of("expand", many -> Many.of(9).through(Operators.expand(i -> i == 9 ? many : Many.empty()))),
            of("startWith", many -> many.startWith(7)),
            of("repeat", many -> many.repeat(Repeat.times(2))),
            of(
                    "onErrorResume",
                    many -> Many.fail(() -> new IllegalStateException("first"))
                            .onErrorResume(failure -> many.map(i -> i))),
            of("zip", many -> Many.zip(many, Many.range(0, 100), Integer::sum)),
            of("zip, second", many -> Many.zip(Many.range(0, 100), many, Integer::sum)),
            of(
                    "zip with asynchronous",
                    many -> Many.zip(Many.range(0, 100).publishOn(Runnable::run), many, Integer::sum)),
            of("combineLatest", many -> Many.combineLatest(many, Many.of(1), Integer::sum)));

    @TestFactory
    Stream<DynamicTest> endsWithTheFailure() {
        return CASES.stream()
                .flatMap(each -> Stream.of(When.values())
                        .flatMap(when -> Stream.of(1L, 3L, Long.MAX_VALUE)
                                .map(demand -> DynamicTest.dynamicTest(
                                        each.name + ", " + when + ", " + demand, () -> check(each, when, demand)))));
    }

    private static void check(Case each, When when, long demand) {
        Many<Integer> failing = Many.from(() -> iterator(when));
        Probe<?> probe = Probe.subscribeTo(each.wrapping.apply(failing), demand);
        probe.request(Long.MAX_VALUE);
        Class<? extends Throwable> expected = when == When.NULL_ITERATOR || when == When.NULL_ITEM
                ? NullPointerException.class
                : ArithmeticException.class;
        probe.assertFailed(expected);
    }

    private static Iterator<Integer> iterator(When when) {
        if (when == When.NULL_ITERATOR) {
            return null;
        }
        if (when == When.ITERATOR) {
            throw new ArithmeticException("no iterator");
        }
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                if (when == When.HAS_NEXT && next == 2) {
                    throw new ArithmeticException("nobody knows");
                }
                return true;
            }

            @Override
            public Integer next() {
                if (when == When.NEXT && next == 2) {
                    throw new ArithmeticException("no next");
                }
                return when == When.NULL_ITEM && next == 2 ? null : next++;
            }
        };
    }
}
