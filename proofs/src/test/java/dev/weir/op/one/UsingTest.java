package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Suppressed;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class UsingTest {
    private final List<Object> log = new ArrayList<>();
    private final CompletableFuture<String> opened = new CompletableFuture<>();
    private final CompletableFuture<String> used = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> One.using(One.of("resource"), resource -> one, resource -> One.ofVoid()));
            OneLaws.checkFunctionToOne((one, fault) -> one.flatMap(value ->
                    One.using(One.of("resource"), resource -> fault.at(value, One.of(1)), resource -> One.ofVoid())));
            OneLaws.checkFunctionToOne((one, fault) -> one.flatMap(value ->
                    One.using(One.of("resource"), resource -> One.of(1), resource -> fault.at(value, One.ofVoid()))));
        }
    }

    private One<String> session() {
        return One.using(
                One.from(() -> opened),
                resource -> {
                    log.add("use " + resource);
                    return One.from(() -> used);
                },
                resource -> {
                    log.add("close " + resource);
                    return One.from(() -> closed);
                });
    }

    @Test
    void passesTheValueOnWhenTheResourceIsClosed() {
        session().subscribe(log::add);
        opened.complete("file");
        used.complete("value");
        assertEquals(List.of("use file", "close file"), log);
        closed.complete(null);
        assertEquals(List.of("use file", "close file", "value"), log);
    }

    @Test
    void closesAfterAFailureWithThatOfTheCloseAsSuppressed() {
        IllegalStateException broken = new IllegalStateException("broken");
        IllegalStateException notClosed = new IllegalStateException("not closed");
        opened.complete("file");
        used.completeExceptionally(broken);
        closed.completeExceptionally(notClosed);
        session().subscribe(log::add, log::add);
        assertEquals(List.of("use file", "close file", broken), log);
        assertSame(notClosed, Suppressed.of(broken)[0]);
    }

    @Test
    void aCloseThatFailsFailsTheOne() {
        IllegalStateException notClosed = new IllegalStateException("not closed");
        opened.complete("file");
        used.complete("value");
        closed.completeExceptionally(notClosed);
        session().subscribe(log::add, log::add);
        assertEquals(List.of("use file", "close file", notClosed), log);
    }

    @Test
    void aCancellationClosesWhatIsInUse() {
        Cancellable subscription = session().subscribe(log::add);
        opened.complete("file");
        subscription.cancel();
        assertEquals(List.of("use file", "close file"), log);
        used.complete("too late");
        closed.complete(null);
        assertEquals(List.of("use file", "close file"), log);
    }

    @Test
    void aFailureOfTheUseAfterACancellationIsDropped() {
        IllegalStateException broken = new IllegalStateException("broken");
        List<Cancellable> subscriptions = new ArrayList<>();
        One<String> session = One.using(
                One.from(() -> opened),
                resource -> {
                    subscriptions.getFirst().cancel();
                    throw broken;
                },
                resource -> {
                    log.add("close " + resource);
                    return One.ofVoid();
                });
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            subscriptions.add(session.subscribe(log::add));
            opened.complete("file");
            assertEquals(List.of(broken), dropped.failures());
        }
        assertEquals(List.of("close file"), log);
    }

    @Test
    void whatIsOpenedAfterACancellationIsClosed() {
        Cancellable subscription = session().subscribe(log::add);
        subscription.cancel();
        assertEquals(List.of(), log);
        opened.complete("file");
        assertEquals(List.of("close file"), log);
    }

    @Test
    void aCancellationDoesNotDisturbTheClosing() {
        Cancellable subscription = session().subscribe(log::add);
        opened.complete("file");
        used.complete("value");
        subscription.cancel();
        assertEquals(List.of("use file", "close file"), log);
    }

    @Test
    void aFailureOfTheOpeningHasNothingToClose() {
        IllegalStateException broken = new IllegalStateException("broken");
        opened.completeExceptionally(broken);
        session().subscribe(log::add, log::add);
        assertEquals(List.of(broken), log);
    }

    @Test
    void mayGiveNull() {
        assertNull(One.using(One.of(1), resource -> One.ofVoid(), resource -> One.ofVoid())
                .await());
    }

    @Test
    void aCancellationInsideTheUseClosesOnce() {
        List<Cancellable> session = new ArrayList<>();
        CompletableFuture<Integer> opening = new CompletableFuture<>();
        One<Integer> one = One.using(
                One.from(opening),
                resource -> One.supply(() -> {
                    session.getFirst().cancel();
                    return resource;
                }),
                resource -> {
                    log.add("closed");
                    return One.ofVoid();
                });
        session.add(one.subscribe(log::add, log::add));
        opening.complete(1);
        assertEquals(List.of("closed"), log);
    }

    @Test
    void aValueWhoseResourceCannotBeClosedIsTold() {
        List<String> lost = new ArrayList<>();
        One<String> failing = One.using(
                        One.of(1), i -> One.of("value"), i -> One.fail(() -> new IllegalStateException("planned")))
                .onUndelivered(String.class, lost::add);
        assertThrows(IllegalStateException.class, failing::await);
        assertEquals(List.of("value"), lost);
    }

    @Test
    void closesWhatTheUseHasOpenBeforeTheResource() {
        Many<Integer> rows = Many.using(() -> "rows", _ -> Many.of(1, 2), _ -> log.add("rows"));
        One<Integer> emitted = One.emitter(emitter -> {
            emitter.onEnd(() -> log.add("rows"));
            emitter.next(1);
        });
        for (One<Integer> use : List.of(rows.first(), emitted)) {
            log.clear();
            assertEquals(
                    1,
                    One.using(One.of("connection"), _ -> use, _ -> One.supply(() -> log.add("connection")))
                            .await());
            assertEquals(List.of("rows", "connection"), log);
        }
    }

    @Test
    void closesWhatTheUseHasOpenBeforeTheResourceAlsoWhenItsValueComesLater() {
        TestPublisher<Integer> later = TestPublisher.create();
        One<Integer> use = later.many().doFinally(ending -> log.add("rows")).first();
        One.using(One.of("connection"), _ -> use, _ -> One.supply(() -> log.add("connection")))
                .subscribe(log::add);
        later.next(1);
        assertEquals(List.of("rows", "connection", 1), log);
    }

    @Test
    void isClosedAtOnceWhereAnotherStreamsItemCancelsIt() {
        Cancellable session = One.using(
                        One.of("connection"), _ -> One.never(), _ -> One.supply(() -> log.add("closed")))
                .subscribe();
        Many.of(1, 2).subscribeOn(Runnable::run).subscribe(i -> {
            session.cancel();
            log.add(i);
        });
        assertEquals(List.of("closed", 1, 2), log);
    }

    private void closesInOrder(Many<Integer> rows) {
        log.clear();
        One.using(
                        One.of("pool"),
                        _ -> Many.using(() -> "connection", _ -> rows, _ -> log.add("connection"))
                                .count(),
                        _ -> One.supply(() -> log.add("pool")))
                .subscribe()
                .cancel();
        assertEquals(List.of("rows", "connection", "pool"), log);
    }

    @Test
    void aCancellationClosesWhatIsInsideFirst() {
        Many<Integer> chain = Many.using(() -> "rows", _ -> Many.<Integer>never(), _ -> log.add("rows"));
        for (int i = 0; i < 200; i++) {
            chain = chain.map(item -> item);
        }
        closesInOrder(chain);
        closesInOrder(
                One.<Integer, String>using(One.of("rows"), _ -> One.never(), _ -> One.supply(() -> log.add("rows")))
                        .toMany());
    }
}
