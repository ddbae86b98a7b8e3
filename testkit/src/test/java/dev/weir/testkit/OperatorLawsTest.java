package dev.weir.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.Retry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The laws hold for good operators and find each kind of bad one. */
class OperatorLawsTest {
    private static void assertBreaks(String law, OperatorLaws laws) {
        String message = assertThrows(AssertionError.class, laws::check).getMessage();
        assertTrue(message.startsWith("broken law: " + law), message);
        assertTrue(message.contains("\nhistory:"), message);
    }

    @Test
    void holdForSynchronousOperators() {
        OperatorLaws.check(many -> many.filter(i -> i % 2 == 0));
        OperatorLaws.check(many -> many.take(2));
        OperatorLaws.check(many -> many.take(0));
        OperatorLaws.check(many -> many.concatMap(i -> Many.range(i, 3)));
        OperatorLaws.check(many -> many.buffer(2));
    }

    @Test
    void holdForOperatorsThatWait() {
        OperatorLaws.check(many -> many.delay(Duration.ofMillis(10)));
        OperatorLaws.check(many -> many.timeout(Duration.ofMillis(10)));
    }

    @Test
    void holdForOperatorsWithThreads() {
        Executor threads = Executors.newVirtualThreadPerTaskExecutor();
        OperatorLaws.of(many -> many.publishOn(threads, 4)).asynchronous().check();
        OperatorLaws.of(many -> many.subscribeOn(threads)).asynchronous().check();
    }

    @Test
    void holdForOperatorsOnTheTestsOwnExecutor() {
        OperatorLaws.of((many, time) -> many.publishOn(time.executor(), 4)).check();
        OperatorLaws.of((many, time) -> many.publishOn(time.executor()).take(2)).check();
    }

    @Test
    void holdForSources() {
        OperatorLaws.checkSource(() -> Many.range(0, 10));
        OperatorLaws.checkSource(() -> Many.never().take(Duration.ofSeconds(1)));
        OperatorLaws.checkSource(() -> Many.fail(IllegalStateException::new));
        OperatorLaws.ofSource(() -> Many.<Integer>generate(out -> out.emit(1)))
                .asynchronous()
                .check();
    }

    @Test
    void holdForFunctions() {
        OperatorLaws.checkFunction((many, fault) -> many.map(i -> fault.at(i, i)));
        OperatorLaws.ofFunction((many, fault) -> many.doOnNext(i -> fault.at(i, i)))
                .nullAllowed()
                .check();
    }

    @Test
    void findAskingTooEarly() {
        assertBreaks(
                "nothing is asked for before somebody asks",
                OperatorLaws.of(many -> many.onOverflow(Overflow.buffer(4))));
    }

    @Test
    void findSubscribingTooEarly() {
        assertBreaks("building a stream subscribes to nothing", OperatorLaws.of(many -> {
            many.subscribe();
            return many;
        }));
    }

    @Test
    void findLostDemand() {
        assertBreaks("no demand is lost", OperatorLaws.of(many -> Relay.of(many, Relay.LosesDemand::new)));
    }

    @Test
    void findIgnoredCancellation() {
        assertBreaks("upstream is cancelled", OperatorLaws.of(many -> Relay.of(many, Relay.IgnoresCancel::new)));
    }

    @Test
    void findUpstreamLeftRunning() {
        assertBreaks("upstream is cancelled", OperatorLaws.of(many -> Relay.of(many, Relay.CompletesEarly::new)));
    }

    @Test
    void findUnboundedDemand() {
        assertBreaks(
                "bounded demand stays bounded upstream",
                OperatorLaws.of(many -> many.onOverflow(Overflow.buffer(1000))).asksAtOnce());
    }

    @Test
    void findItemsThatDependOnDemand() {
        assertBreaks(
                "items and end depend neither on demand nor on threads",
                OperatorLaws.of(many -> many.onOverflow(Overflow.latest())).requestsUnbounded());
    }

    @Test
    void findStateThatSubscriptionsShare() {
        assertBreaks("items and end depend neither on demand nor on threads", OperatorLaws.of(many -> {
            AtomicInteger calls = new AtomicInteger();
            return many.filter(i -> calls.getAndIncrement() % 2 == 0);
        }));
    }

    @Test
    void findStateThatASubscriptionResets() {
        assertBreaks("items and end depend neither on demand nor on threads", OperatorLaws.of(many -> {
            AtomicInteger calls = new AtomicInteger();
            Many<Integer> stateful = many.filter(i -> calls.getAndIncrement() % 2 == 0);
            return Many.defer(() -> {
                calls.set(0);
                return stateful;
            });
        }));
    }

    @Test
    void findSwallowedFailures() {
        assertBreaks("a failure reaches downstream", OperatorLaws.of(many -> many.onErrorReturn(failure -> 7)));
        assertBreaks(
                "a failure reaches downstream",
                OperatorLaws.of(many -> many.onErrorReturn(failure -> 7).publishOn(Thread::startVirtualThread))
                        .asynchronous());
    }

    @Test
    void anAsynchronousOperatorMayEndBeforeItsSourceFails() {
        OperatorLaws.of(many ->
                        many.publishOn(Thread::startVirtualThread).startWith(7).take(1))
                .asynchronous()
                .check();
    }

    @Test
    void findSubscribingTwice() {
        assertBreaks(
                "one subscription makes at most one upstream", OperatorLaws.of(many -> many.retry(Retry.atMost(1))));
    }

    @Test
    void findTimersThatAreLeft() {
        assertBreaks(
                "no timer is left",
                OperatorLaws.of(many -> many.withContext(context -> {
                    context.clock().schedule(() -> {}, Duration.ofDays(1));
                    return context;
                })));
    }

    @Test
    void findThreadsThatWereNotAnnounced() {
        Executor idle = task -> {};
        assertBreaks("no demand is lost", OperatorLaws.of(many -> many.publishOn(idle)));
    }

    @Test
    void findFunctionsWhoseFailureIsLost() {
        assertBreaks(
                "a failure reaches downstream",
                OperatorLaws.ofFunction((many, fault) -> many.map(i -> {
                    try {
                        return fault.at(i, i);
                    } catch (RuntimeException planned) {
                        return -1;
                    }
                })));
        assertBreaks(
                "a function that returns null",
                OperatorLaws.ofFunction((many, fault) -> many.filter(i -> fault.at(i, i) != null)));
    }

    @Test
    void findFunctionsWhoseFailureLeavesUpstreamRunning() {
        assertBreaks(
                "upstream is cancelled",
                OperatorLaws.ofFunction((many, fault) ->
                                Relay.of(many, downstream -> new Relay.FailsWithoutCancel(downstream, fault)))
                        .withoutPlace());
    }

    @Test
    void findItemsAfterACancellation() {
        LawRun<Integer> run = new Fixture<Integer>(Many.never(), false)
                .run(new LawCase("never", Demand.ONE_BY_ONE, Cancel.BEFORE_REQUEST));
        run.probe().onNext(1);
        String message = assertThrows(AssertionError.class, () -> new LawCheck(run, Set.of()).keepsRules(1))
                .getMessage();
        assertTrue(message.startsWith("broken law: no item comes after a cancellation"), message);
    }

    @Test
    void findSourcesThatNeverEnd() {
        assertBreaks("no demand is lost, and a stream that can end does", OperatorLaws.ofSource(Many::never));
        Many<Integer> items = Many.of(0, 1, 2);
        assertBreaks(
                "no demand is lost, and a stream that can end does",
                OperatorLaws.ofSource(() -> items.concatWith(Many.never())));
    }

    @Test
    void findSourcesWithSharedState() {
        AtomicInteger next = new AtomicInteger();
        assertBreaks(
                "items and end depend neither on demand nor on threads",
                OperatorLaws.ofSource(() -> Many.defer(() -> Many.of(next.getAndIncrement()))));
    }
}
