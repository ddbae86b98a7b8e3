package dev.weir.op.recover;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.Many;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.io.IOException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OnErrorResumeTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void laws() {
        OperatorLaws.of(many -> many.onErrorResume(failure -> Many.range(10, 300)))
                .recovers()
                .check();
        OperatorLaws.of(many -> many.onErrorResume(failure -> many.take(2)).filter(i -> i % 2 == 0))
                .recovers()
                .subscribesAgain()
                .check();
    }

    @Test
    void lawsOfTheFunction() {
        OperatorLaws.checkFunction((many, fault) ->
                many.concatMap(i -> failing().onErrorResume(failure -> fault.at(i, Many.of(i)))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> failing().onErrorResume(failure -> Many.range(0, (int) n)));
    }

    @Test
    void goesOnWithTheOtherStream() {
        assertMarble("a-#", many -> many.onErrorResume(failure -> Many.of("x", "y")), "a-(xy|)");
        assertMarble("a-|", many -> many.onErrorResume(failure -> Many.of("x")), "a-|");
    }

    @Test
    void handsOnTheDemandThatIsLeft() {
        TestPublisher<Integer> first = TestPublisher.create();
        TestPublisher<Integer> second = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(first.many().onErrorResume(failure -> second.many()), 5);
        first.next(1, 2).error(broken);
        second.assertRequested(3);
        probe.request(4);
        second.assertRequested(7);
        probe.cancel();
        second.assertCancelled();
    }

    @Test
    void aFailureOfTheOtherStreamGoesOn() {
        Probe.subscribeTo(Many.fail(() -> broken).onErrorResume(failure -> Many.fail(Unexpected::new)))
                .assertFailed(Unexpected.class);
    }

    @Test
    void aFunctionThatThrowsKeepsTheFailureAsSuppressed() {
        Unexpected unexpected = new Unexpected();
        Throwable failure = failureWhen(ignored -> {
            throw unexpected;
        });
        assertSame(unexpected, failure);
        assertArrayEquals(new Throwable[] {broken}, Suppressed.of(failure));
    }

    @Test
    void aFunctionMayThrowTheFailureAgain() {
        assertSame(broken, failureWhen(failure -> {
            throw (IllegalStateException) failure;
        }));
    }

    private Throwable failureWhen(Function<Throwable, Many<Integer>> function) {
        Many<Integer> many = Many.<Integer>fail(() -> broken).onErrorResume(function);
        return Probe.subscribeTo(many).assertFailed(Throwable.class).failure();
    }

    private Many<Integer> failing() {
        return Many.fail(() -> broken);
    }

    private static final class Unexpected extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void lawsForSomeFailures() {
        OperatorLaws.check(many -> many.onErrorResume(IOException.class, failure -> Many.of(1)));
        OperatorLaws.of(many -> many.onErrorReturn(Throwable.class, failure -> 7))
                .recovers()
                .check();
        OperatorLaws.of(many -> many.onErrorComplete()).recovers().check();
        OperatorLaws.checkFunction((many, fault) ->
                many.concatMap(i -> failing().onErrorReturn(Throwable.class, failure -> fault.at(i, i))));
    }

    @Test
    void isForSomeFailuresOnly() {
        Many<String> io = Many.fail(() -> new IOException("gone"));
        Many<String> state = Many.fail(() -> new IllegalStateException("bad"));
        Probe.subscribeTo(io.onErrorReturn(IOException.class, IOException::getMessage))
                .assertItems("gone");
        Probe.subscribeTo(state.onErrorReturn(IOException.class, IOException::getMessage))
                .assertFailed(IllegalStateException.class);
        Probe.subscribeTo(io.onErrorResume(IOException.class, failure -> Many.of("x")))
                .assertItems("x");
        Probe.subscribeTo(io.onErrorResume(failure -> false, failure -> Many.of("x")))
                .assertFailed(IOException.class);
        Probe.subscribeTo(io.onErrorComplete()).assertCompleted();
        Probe.subscribeTo(state.onErrorComplete(IOException.class::isInstance))
                .assertFailed(IllegalStateException.class);
    }
}
