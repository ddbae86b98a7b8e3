package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds for transactions whatever the engine: each is a subclass. */
public abstract class TxLaws extends EngineLaws {
    /** A query of one number that does not end by itself. */
    protected abstract String endless();

    @BeforeEach
    final void makeTable() {
        run("create table numbers (n int primary key)");
    }

    private static One<Long> insert(Db db, int n) {
        return db.query("insert into numbers values (?)", n).update();
    }

    private List<Integer> numbers() {
        return db().query("select n from numbers order by n")
                .as(Integer.class)
                .toList()
                .await(GENEROUS);
    }

    @Test
    void commitsWithTheValue() {
        assertEquals(1L, db().tx(t -> insert(t, 1).then(insert(t, 2))).await(GENEROUS));
        assertEquals(List.of(1, 2), numbers());
    }

    @Test
    void theCommitHasBeenDoneAndTheConnectionIsBackWhenTheValueComes() {
        AtomicReference<Load> load = new AtomicReference<>();
        List<Integer> seen = new ArrayList<>();
        db().tx(t -> insert(t, 1))
                .flatMap(_ -> {
                    load.set(db().load());
                    return db().query("select n from numbers").as(Integer.class).forEach(seen::add);
                })
                .await(GENEROUS);
        assertEquals(0, load.get().inUse());
        assertEquals(List.of(1), seen);
    }

    /** Whether the database has transactions that only read. */
    protected boolean canOnlyRead() {
        return true;
    }

    @Test
    void whatMayOnlyReadChangesNothing() {
        assumeTrue(canOnlyRead());
        TxOptions reading = TxOptions.standard().asReadOnly();
        assertEquals(
                List.of(),
                db().tx(
                                reading,
                                t -> t.query("select n from numbers")
                                        .as(Integer.class)
                                        .toList())
                        .await(GENEROUS));
        failure(db().tx(reading, t -> insert(t, 1)));
        assertEquals(List.of(), numbers());
        assertEquals(1L, db().tx(t -> insert(t, 1)).await(GENEROUS));
    }

    @Test
    void rollsBackWithTheFailure() {
        assertEquals(
                Reason.DUPLICATE,
                failure(db().tx(t -> insert(t, 1).then(insert(t, 1)))).reason());
        assertThrows(
                ArithmeticException.class,
                () -> db().tx(t -> insert(t, 2).map(n -> Math.toIntExact(n << 40)))
                        .await(GENEROUS));
        assertThrows(
                ArithmeticException.class,
                () -> db().tx(t -> {
                            throw new ArithmeticException();
                        })
                        .await(GENEROUS));
        assertEquals(List.of(), numbers());
    }

    @Test
    void rollsBackWhenCancelled() {
        CountDownLatch inside = new CountDownLatch(1);
        Cancellable subscription = db().tx(t -> insert(t, 1).flatMap(_ -> {
                    inside.countDown();
                    return One.never();
                }))
                .subscribe();
        await(() -> "it is inside", () -> inside.getCount() == 0);
        subscription.cancel();
        awaitFree();
        assertEquals(List.of(), numbers());
    }

    /** Whatever was wrong with a statement, and whoever did not mind: a database may have undone all of it for that. */
    @Test
    void theValueComesOnlyIfWhatWasDoneIsThere() {
        run("insert into numbers values (0)");
        List<Function<Db, One<Long>>> unminded = List.of(
                t -> insert(t, 0).onErrorReturn(_ -> 0L),
                t -> t.query("select none from nowhere").one(Long.class).onErrorReturn(_ -> 0L),
                t -> t.query(endless())
                        .one(Long.class)
                        .timeout(Duration.ofMillis(100))
                        .onErrorReturn(_ -> 0L));
        int n = 1;
        for (Function<Db, One<Long>> fault : unminded) {
            int first = n;
            assertThere(n++, db().tx(t -> insert(t, first).then(fault.apply(t))));
            int second = n;
            assertThere(
                    n++,
                    db().txMany(t -> insert(t, second).then(fault.apply(t)).toMany())
                            .toList());
            int third = n;
            assertThere(
                    n++,
                    db().txStream(
                                    TxOptions.standard(),
                                    t -> insert(t, third).then(fault.apply(t)).toMany())
                            .toList());
        }
    }

    private void assertThere(int n, One<?> transaction) {
        boolean isSaid;
        try {
            var _ = transaction.await(GENEROUS);
            isSaid = true;
        } catch (SqlException failure) {
            isSaid = false;
        }
        assertEquals(isSaid, numbers().contains(n), () -> n + " is there, or not, and the opposite was said");
    }

    /** Of two that wait for each other one is undone, also if it does not mind. */
    @Test
    void nobodyIsToldOfACommitThatADeadlockHasUndone() {
        run("insert into numbers values (1), (2)");
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> second = new CompletableFuture<>();
        CompletableFuture<Long> one =
                crossing(3, 1, 2, first, second).toCompletionStage().toCompletableFuture();
        CompletableFuture<Long> other =
                crossing(4, 2, 1, second, first).toCompletionStage().toCompletableFuture();
        assertThere(3, One.from(one));
        assertThere(4, One.from(other));
    }

    private One<Long> crossing(
            int n, int from, int to, CompletableFuture<Integer> mine, CompletableFuture<Integer> others) {
        return db().tx(t -> touch(t, from)
                .then(insert(t, n))
                .doOnValue(_ -> mine.complete(n))
                .then(One.from(others))
                .then(touch(t, to).onErrorReturn(_ -> 0L)));
    }

    private static One<Long> touch(Db db, int n) {
        return db.query("update numbers set n = n where n = ?", n).update();
    }

    @Test
    void aTransactionThatHasEndedIsOfNoUse() {
        AtomicReference<Db> kept = new AtomicReference<>();
        db().tx(t -> {
                    kept.set(t);
                    return insert(t, 1);
                })
                .await(GENEROUS);
        SqlException failure = failure(insert(kept.get(), 2));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("has ended"), failure.getMessage());
    }

    @Test
    void aQueryInsideTheRowsOfAnotherFailsAtOnce() {
        SqlException failure = failure(db().tx(t -> insert(t, 1)
                .then(t.query("select n from numbers")
                        .as(Integer.class)
                        .flatMap(n -> insert(t, n + 1).toMany())
                        .toList())));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("busy with select n from numbers"), failure.getMessage());
        assertEquals(List.of(), numbers());
    }

    @Test
    void rowsMayBeReadInAndThenOthersAsked() {
        assertEquals(
                List.of(2L, 3L),
                db().tx(t -> insert(t, 1)
                                .then(insert(t, 2))
                                .then(t.query("select n from numbers")
                                        .as(Long.class)
                                        .take(1)
                                        .toList())
                                .flatMap(_ -> t.query("select n + 1 from numbers")
                                        .as(Long.class)
                                        .toList()))
                        .await(GENEROUS));
    }

    /** Such as one that the function has subscribed to by itself. */
    @Test
    void aQueryThatTheEndOfItsTransactionStopsIsTold() {
        run("insert into numbers values (1), (2), (3)");
        List<Function<Db, Many<?>>> queries = List.of(
                t -> t.query(endless()).one(Long.class).toMany(),
                t -> t.query(endless()).rows(),
                t -> t.query("select n from numbers").as(Integer.class),
                t -> t.tx(u -> u.query(endless()).one(Long.class)).toMany());
        for (Function<Db, Many<?>> query : queries) {
            for (Duration pause : List.of(Duration.ZERO, Duration.ofMillis(50))) {
                assertTold(t -> query.apply(t), pause);
            }
        }
    }

    private void assertTold(Function<Db, Many<?>> query, Duration pause) {
        Probe<Object> probe = Probe.demanding(1);
        List<Integer> items = db().txMany(t -> {
                    query.apply(t).map(item -> (Object) item).subscribe(probe);
                    return One.timer(pause).flatMapMany(_ -> Many.of(7));
                })
                .onErrorComplete(SqlException.class) // a database may undo all of it for what was stopped
                .toList()
                .await(GENEROUS);
        assertTrue(items.isEmpty() || items.equals(List.of(7)), items::toString);
        probe.awaitEnd().assertFailed(failure -> {
            SqlException told = (SqlException) failure;
            return told.reason() == Reason.USAGE && told.getMessage().contains("has ended");
        });
        awaitFree();
    }

    @Test
    void aQueryThatTheEndOfItsSavepointStopsIsTold() {
        Probe<Long> probe = Probe.demanding(1);
        var _ = db().tx(t -> t.tx(u -> {
                            u.query(endless()).as(Long.class).subscribe(probe);
                            return One.timer(Duration.ofMillis(50)).map(_ -> 1L);
                        })
                        .onErrorReturn(_ -> 2L))
                .onErrorReturn(_ -> 3L)
                .await(GENEROUS);
        probe.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.USAGE);
    }

    @Test
    void aNestedTransactionIsUndoneAlone() {
        db().tx(t -> insert(t, 1)
                        .then(t.tx(u -> insert(u, 2).then(insert(u, 1))).onErrorReturn(_ -> 0L))
                        .then(t.tx(u -> insert(u, 3).then(u.tx(v -> insert(v, 4)))))
                        .then(insert(t, 5)))
                .await(GENEROUS);
        assertEquals(List.of(1, 3, 4, 5), numbers());
    }

    @Test
    void aNestedTransactionThatIsCancelledIsUndoneBeforeTheNextQuery() {
        db().tx(t -> t.tx(u -> insert(u, 1).then(u.query(endless()).one(Long.class)))
                        .timeout(Duration.ofMillis(200))
                        .onErrorResume(_ -> insert(t, 2)))
                .await(GENEROUS);
        assertEquals(List.of(2), numbers());
    }

    /** Its function is busy, here with what has cancelled it, and so can't leave it. */
    private void assertLeftAtOnce(BiFunction<Db, Function<Db, One<Long>>, One<?>> nested) {
        CompletableFuture<Long> other = new CompletableFuture<>();
        CountDownLatch done = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            db().tx(t -> One.race(List.of(
                                    nested.apply(
                                            t,
                                            u -> insert(u, 1).publishOn(threads).flatMap(_ -> {
                                                other.complete(2L);
                                                await(() -> "what comes after it", () -> done.getCount() == 0);
                                                return insert(u, 3);
                                            })),
                                    One.from(() -> other)))
                            .then(insert(t, 4))
                            .doFinally(_ -> done.countDown()))
                    .await(GENEROUS);
        }
        assertEquals(List.of(4), numbers());
    }

    @Test
    void aNestedTransactionThatIsCancelledWhileItIsBusyIsLeftAtOnce() {
        assertLeftAtOnce(Db::tx);
    }

    @Test
    void soIsOneOfAStream() {
        assertLeftAtOnce((t, body) ->
                t.txStream(TxOptions.standard(), u -> body.apply(u).toMany()).first());
    }

    @Test
    void aSavepointThatFailsLeavesTheRestUsable() {
        TxOptions wrong = TxOptions.standard().asReadOnly();
        db().tx(t -> t.tx(wrong, u -> insert(u, 1)).onErrorReturn(_ -> 0L).then(insert(t, 2)))
                .await(GENEROUS);
        assertEquals(List.of(2), numbers());
    }

    /** PostgreSQL keeps nothing of what a failed statement was in, also if nobody minds; others do. */
    @Test
    void aSavepointThatCanNotBeKeptIsUndoneAlone() {
        db().tx(t -> insert(t, 1)
                        .then(t.tx(u -> insert(u, 1).onErrorReturn(_ -> 0L)).onErrorReturn(failure -> {
                            assertEquals("25P02", ((SqlException) failure).sqlState());
                            return 0L;
                        }))
                        .then(insert(t, 2))
                        .then(t.tx(u -> insert(u, 3))))
                .await(GENEROUS);
        assertEquals(List.of(1, 2, 3), numbers());
    }

    @Test
    void theOuterDbIsOfNoUseInsideANestedTransaction() {
        SqlException failure = failure(db().tx(t -> t.tx(u -> insert(t, 1))));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("inside this one"), failure.getMessage());
    }

    @Test
    void whatIsAMatterOfTheWholeIsRefusedInside() {
        SqlException failure = failure(db().tx(t -> t.tx(TxOptions.standard().asReadOnly(), u -> insert(u, 1))));
        assertTrue(failure.getMessage().contains("outermost"), failure.getMessage());
    }

    @Test
    void aStreamIsHeldUntilTheCommit() {
        Many<Integer> numbers = db().txMany(t -> Many.concat(
                insert(t, 1).toMany().map(Long::intValue),
                t.query("select n from numbers").as(Integer.class)));
        assertEquals(List.of(1, 1), numbers.toList().await(GENEROUS));
        Probe<Integer> probe = Probe.subscribeTo(db().txMany(t -> Many.concat(
                        insert(t, 2).toMany().map(Long::intValue),
                        insert(t, 2).toMany().map(Long::intValue))))
                .awaitEnd();
        probe.assertItemCount(0).assertFailed(SqlException.class);
        assertEquals(List.of(1), numbers());
    }

    @Test
    void noMoreIsHeldThanWasSaid() {
        TxOptions three = TxOptions.standard().held(3);
        assertEquals(3, db().txMany(three, t -> Many.range(0, 3)).count().await(GENEROUS));
        assertThrows(
                IllegalStateException.class,
                () -> db().txMany(three, t -> insert(t, 1).toMany().flatMap(_ -> Many.range(0, 4)))
                        .toList()
                        .await(GENEROUS));
        assertEquals(List.of(), numbers());
    }

    @Test
    void aStreamMayComeBeforeTheCommit() {
        AtomicInteger inUse = new AtomicInteger();
        List<Integer> items = db().txStream(
                        TxOptions.standard(),
                        t -> Many.concat(
                                insert(t, 1).toMany().map(Long::intValue),
                                t.query("select n from numbers").as(Integer.class)))
                .doOnNext(_ -> inUse.set(db().load().inUse()))
                .toList()
                .await(GENEROUS);
        assertEquals(List.of(1, 1), items);
        assertEquals(1, inUse.get());
        assertEquals(List.of(1), numbers());

        Probe<Integer> probe = Probe.subscribeTo(db().txStream(
                                TxOptions.standard(),
                                t -> Many.concat(
                                        insert(t, 2).toMany().map(Long::intValue),
                                        insert(t, 2).toMany().map(Long::intValue))))
                .awaitEnd();
        probe.assertItemCount(1).assertFailed(SqlException.class);
        assertEquals(List.of(1), numbers());
        assertThrows(
                IllegalArgumentException.class,
                () -> db().txStream(TxOptions.standard().retry(Retry.atMost(1)), t -> Many.empty()));
    }

    @Test
    void aStreamThatIsLeftEarlyIsRolledBack() {
        assertEquals(
                List.of(1L),
                db().txStream(
                                TxOptions.standard(),
                                t -> Many.concat(
                                        insert(t, 1).toMany(), insert(t, 2).toMany()))
                        .take(1)
                        .toList()
                        .await(GENEROUS));
        awaitFree();
        assertEquals(List.of(), numbers());
    }

    @Test
    void conflictsAreRetriedIfThatIsAskedFor() {
        AtomicInteger runs = new AtomicInteger();
        TxOptions retrying =
                TxOptions.standard().isolation(Isolation.SERIALIZABLE).retry(Retry.atMost(5));
        One<Long> conflicting = db().tx(
                        retrying,
                        t -> insert(t, runs.incrementAndGet()).map(n -> {
                            if (runs.get() < 3) {
                                throw new SqlException(Reason.CONFLICT, "test", "test");
                            }
                            return n;
                        }));
        assertEquals(1L, conflicting.await(GENEROUS));
        assertEquals(List.of(3), numbers());
        assertEquals(
                Reason.DUPLICATE,
                failure(db().tx(retrying, t -> {
                            runs.incrementAndGet();
                            return insert(t, 3);
                        }))
                        .reason());
        assertEquals(4, runs.get());
    }
}
