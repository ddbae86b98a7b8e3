package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.sql.SqlException.Reason;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds for transactions that wait for each other, where the database finds them. H2 at times undoes one twice. */
public abstract class DeadlockLaws extends EngineLaws {
    /** The SQLSTATE of a transaction that is undone since it and another one wait for each other. */
    protected abstract String deadlock();

    /** What a transaction does first, so that such a wait is found soon. */
    protected One<?> hasten(Db t) {
        return One.ofVoid();
    }

    @BeforeEach
    final void makeTable() {
        run("create table numbers (n int primary key)");
    }

    /** Locks one row, and then, when another transaction has locked the other one, that. */
    private One<?> crossing(
            int first, Function<Db, One<?>> second, CyclicBarrier both, Queue<SqlException> told, AtomicInteger runs) {
        TxOptions options =
                TxOptions.standard().isolation(Isolation.READ_COMMITTED).retry(Retry.atMost(10));
        return db().tx(
                        options,
                        t -> hasten(t)
                                .then(locked(t, first).one(Integer.class))
                                .flatMap(_ -> One.blocking(
                                        () -> runs.incrementAndGet() <= 2 ? both.await(60, TimeUnit.SECONDS) : 0))
                                .flatMap(_ -> second.apply(t))
                                .doOnError(failure -> told.add((SqlException) failure))
                                .thenReturn(first));
    }

    private static Query locked(Db t, int n) {
        return t.query("select n from numbers where n = ? for update", n);
    }

    /** However the second row is locked. */
    @Test
    void transactionsThatWaitForEachOtherAreToldAndRetried() {
        run("insert into numbers values (1), (2)");
        List<BiFunction<Db, Integer, One<?>>> kinds = List.of(
                (t, n) -> locked(t, n).one(Integer.class),
                (t, n) -> locked(t, n).as(Integer.class).toList(),
                (t, n) -> t.query("update numbers set n = n where n = ?", n).update(),
                (t, n) -> t.query("update numbers set n = n where n = ?")
                        .batch(Many.of(List.of(n)))
                        .toList(),
                (t, n) -> t.tx(u -> locked(u, n).one(Integer.class)));
        for (BiFunction<Db, Integer, One<?>> kind : kinds) {
            CyclicBarrier both = new CyclicBarrier(2);
            Queue<SqlException> told = new ConcurrentLinkedQueue<>();
            AtomicInteger runs = new AtomicInteger();
            One.zip(
                            crossing(1, t -> kind.apply(t, 2), both, told, runs),
                            crossing(2, t -> kind.apply(t, 1), both, told, runs),
                            List::of)
                    .await(GENEROUS);
            assertEquals(
                    List.of(Reason.CONFLICT + " " + deadlock()),
                    told.stream()
                            .map(failure -> failure.reason() + " " + failure.sqlState())
                            .toList());
            assertEquals(3, runs.get(), "who was told runs again, and the other one does not");
        }
    }
}
