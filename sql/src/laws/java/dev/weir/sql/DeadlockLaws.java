package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.sql.SqlException.Reason;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
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

    /**
     * Locks one row, and then, when another transaction has locked the other one, that. It runs again when one of both has
     * ended: else it might take back its row before the other has got it, which is another deadlock.
     */
    private One<?> crossing(int first, Function<Db, One<?>> second, Crossing crossing, Queue<SqlException> told) {
        TxOptions options =
                TxOptions.standard().isolation(Isolation.READ_COMMITTED).retry(Retry.atMost(10));
        return db().tx(
                        options,
                        t -> hasten(t)
                                .then(One.blocking(crossing::begin))
                                .flatMap(isFirst -> locked(t, first)
                                        .one(Integer.class)
                                        .flatMap(_ -> One.blocking(() -> isFirst ? crossing.meet() : 0)))
                                .flatMap(_ -> second.apply(t))
                                .doOnError(failure -> told.add((SqlException) failure))
                                .thenReturn(first))
                .doFinally(_ -> crossing.ended.countDown());
    }

    /** Two transactions that meet. */
    private static final class Crossing {
        private final CyclicBarrier both = new CyclicBarrier(2);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicInteger runs = new AtomicInteger();

        /** Gives whether it is the first run of one of both; what runs again waits for the end of the other. */
        boolean begin() throws InterruptedException {
            boolean isFirst = runs.incrementAndGet() <= 2;
            assertTrue(isFirst || ended.await(60, TimeUnit.SECONDS), "one of both goes on, and ends");
            return isFirst;
        }

        int meet() throws Exception {
            return both.await(60, TimeUnit.SECONDS);
        }
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
            Crossing crossing = new Crossing();
            Queue<SqlException> told = new ConcurrentLinkedQueue<>();
            One.zip(
                            crossing(1, t -> kind.apply(t, 2), crossing, told),
                            crossing(2, t -> kind.apply(t, 1), crossing, told),
                            List::of)
                    .await(GENEROUS);
            assertEquals(
                    List.of(Reason.CONFLICT + " " + deadlock()),
                    told.stream()
                            .map(failure -> failure.reason() + " " + failure.sqlState())
                            .toList());
            assertEquals(3, crossing.runs.get(), "who was told runs again, and the other one does not");
        }
    }
}
