package dev.weir.sql;

import static dev.weir.sql.H2.CONNECTIONS;
import static dev.weir.sql.H2.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of connections, permits and statements. */
class JdbcTest {
    private static final String MANY_ROWS = "select x from system_range(1, 1000000)";
    static final String ENDLESS =
            "select count(*) from system_range(1, 100000) a, system_range(1, 100000) b where a.x + b.x < 0";

    @RegisterExtension
    final H2 h2 = new H2();

    /** A pool whose drivers break when a hundredth row is read. */
    private static DataSource broken(DataSource pool) {
        AtomicInteger rows = new AtomicInteger();
        return Intercepted.of(DataSource.class, pool, method -> {
            if (method.equals("next") && rows.incrementAndGet() > 100) {
                throw new StackOverflowError("of the driver");
            }
        });
    }

    @Test
    void nothingHappensBeforeSomethingIsAskedFor() {
        Probe<Integer> probe = Probe.subscribeTo(h2.db().query(MANY_ROWS).as(Integer.class), 0);
        assertEquals(0, h2.db().load().inUse());
        probe.cancel();
    }

    @Test
    void rowsComeAsTheyAreDemanded() {
        Probe<Integer> probe = Probe.subscribeTo(h2.db().query(MANY_ROWS).as(Integer.class), 3);
        probe.awaitItems(3).assertItems(1, 2, 3).assertNotEnded();
        assertEquals(1, h2.db().load().inUse());
        probe.request(2);
        probe.awaitItems(5).assertItems(1, 2, 3, 4, 5);
        probe.cancel();
    }

    @Test
    void theEndComesWithTheLastRow() {
        Probe.subscribeTo(h2.db().query("select x from system_range(1, 3)").as(Integer.class), 3)
                .awaitEnd()
                .assertItems(1, 2, 3)
                .assertCompleted();
        assertEquals(0, h2.db().load().inUse());
    }

    @Test
    void moreRowsThanAnIntTellsAreCountedWhereTheDriverKnowsThat() {
        for (Throwable thrown : List.of(
                new UnsupportedOperationException(), new SQLFeatureNotSupportedException(), new AssertionError())) {
            DataSource old = Intercepted.of(DataSource.class, h2.pool(), method -> {
                if (method.equals("executeLargeUpdate")) {
                    JdbcTest.<RuntimeException>sneak(thrown);
                }
            });
            One<Long> update = Db.jdbc(old, H2.options(1))
                    .query("create table if not exists numbers (n int)")
                    .update();
            if (thrown instanceof Error) {
                assertThrows(AssertionError.class, () -> update.await(GENEROUS)); // it was asked
            } else {
                assertEquals(0L, update.await(GENEROUS));
            }
        }
    }

    /** Drivers tell in the same way what they don't have, and what the server says so: then all that came before it is done. */
    @Test
    void whatTheDatabaseRefusesIsNotDoneAgain() {
        DataSource pool = Intercepted.of(DataSource.class, h2.pool(), method -> {
            if (method.equals("executeLargeUpdate")) {
                JdbcTest.<RuntimeException>sneak(new SQLFeatureNotSupportedException("signalled", "0A000", 1644));
            }
        });
        One<Long> update = Db.jdbc(pool, H2.options(1))
                .query("create table if not exists numbers (n int)")
                .update();
        SqlException failure = assertThrows(SqlException.class, () -> update.await(GENEROUS));
        assertEquals(Reason.OTHER, failure.reason());
    }

    /** With a state of its own or none. */
    @Test
    void aPoolThatHasNoneInTimeHasNoConnection() {
        for (SQLException thrown : List.of(
                new SQLTimeoutException("none in time"),
                new SQLTimeoutException("none in time", "HYT00", 7),
                new SQLTransientConnectionException("none in time"),
                new SQLException("none in time"))) {
            DataSource pool = Intercepted.of(DataSource.class, h2.pool(), method -> {
                if (method.equals("getConnection")) {
                    JdbcTest.<RuntimeException>sneak(thrown);
                }
            });
            One<Integer> one = Db.jdbc(pool, H2.options(1)).query("select 1").one(Integer.class);
            SqlException failure = assertThrows(SqlException.class, () -> one.await(GENEROUS));
            assertEquals(Reason.CONNECTION, failure.reason(), thrown::toString);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void aStalledReaderIsToldAndCutOff() throws InterruptedException {
        VirtualTime time = new VirtualTime();
        Probe<Integer> probe = Probe.subscribeTo(h2.db().query(MANY_ROWS).as(Integer.class), time.context(), 1);
        probe.awaitItems(1);
        awaitTimer(time);
        time.advance(Duration.ofSeconds(59));
        probe.assertNotEnded();
        time.advance(Duration.ofSeconds(1));
        probe.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.STALLED);
        h2.awaitFree(h2.db());
    }

    @Test
    void aSlowReaderIsNotStalled() {
        VirtualTime time = new VirtualTime();
        Probe<Integer> probe = Probe.subscribeTo(h2.db().query(MANY_ROWS).as(Integer.class), time.context(), 1);
        for (int i = 1; i < 5; i++) {
            probe.awaitItems(i);
            awaitTimer(time);
            time.advance(Duration.ofSeconds(59));
            probe.request(1);
        }
        probe.awaitItems(5).assertNotEnded();
        probe.cancel();
    }

    /** Drivers throw what {@code java.time} does, for times that it has not. */
    @Test
    void aTimeThatCanNotBeReadSaysInWhichColumnOfWhichQuery() {
        Db db = Db.jdbc(
                Intercepted.of(DataSource.class, h2.pool(), method -> {
                    if (method.equals("getObject")) {
                        throw new DateTimeException("Invalid value for Year: 5000000000");
                    }
                }),
                1);
        String text = "select 1 as n, current_date as \"due\"";
        for (One<?> one : List.of(
                db.query(text).rows().toList(),
                db.query(text).one(Object.class),
                db.tx(t -> t.query(text).rows().toList()))) {
            SqlException failure = assertThrows(SqlException.class, () -> one.await(GENEROUS));
            assertEquals(Reason.USAGE, failure.reason());
            for (String told : List.of("column due", text)) {
                assertTrue(failure.getMessage().contains(told), failure.getMessage());
            }
            assertFalse(failure.getMessage().contains("5000000000"), failure.getMessage()); // which the cause has
        }
    }

    /** Also for who asks for one row after the other; one more tells whether there are others. */
    @Test
    void noMoreIsFetchedAtATimeThanTheOptionsSay() {
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        DataSource noted = Intercepted.noting(DataSource.class, h2.pool(), (name, arguments) -> {
            if (name.equals("setFetchSize")) {
                sizes.add((Integer) arguments[0]);
            }
        });
        Probe<Integer> rows = Probe.subscribeTo(
                Db.jdbc(noted, JdbcOptions.permits(1).fetch(3))
                        .query("select x from system_range(1, 20)")
                        .as(Integer.class),
                0);
        for (int row = 1; row <= 20; row++) {
            rows.request(1);
            rows.awaitItems(row);
        }
        rows.awaitEnd().assertCompleted();
        assertTrue(!sizes.isEmpty() && sizes.stream().allMatch(size -> size <= 4), sizes::toString);
    }

    @Test
    void rowsThatAreFetchedLaterAreReadOnAThreadOfThePlatform() {
        Db db = Db.jdbc(h2.pool(), JdbcOptions.permits(1).fetch(64));
        List<Boolean> virtual = db.query("select x from system_range(1, 200)")
                .rows()
                .map(_ -> Thread.currentThread().isVirtual())
                .toList()
                .await(GENEROUS);
        assertEquals(
                IntStream.range(0, 200).mapToObj(i -> i < 64).toList(),
                virtual,
                "who reads little needs no other thread");
    }

    @Test
    void aReaderWhoStallsLateIsCutOffAsWell() throws InterruptedException {
        Db db = Db.jdbc(h2.pool(), JdbcOptions.permits(1).fetch(64));
        VirtualTime time = new VirtualTime();
        Probe<Integer> probe = Probe.subscribeTo(db.query(MANY_ROWS).as(Integer.class), time.context(), 100);
        probe.awaitItems(100);
        awaitTimer(time);
        time.advance(Duration.ofMinutes(1));
        probe.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.STALLED);
        h2.awaitFree(db);
    }

    @Test
    void anErrorThatIsThrownLateIsNotLost() throws InterruptedException {
        Db db = Db.jdbc(broken(h2.pool()), JdbcOptions.permits(1).fetch(64));
        Probe<Integer> probe = Probe.subscribeTo(db.query(MANY_ROWS).as(Integer.class), Long.MAX_VALUE);
        probe.awaitEnd().assertFailed(failure -> failure instanceof StackOverflowError);
        h2.awaitFree(db);
    }

    private static void awaitTimer(VirtualTime time) {
        while (time.timers() == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void beyondTheLineIsRefusedAtOnce() {
        Db db = Db.jdbc(h2.pool(), JdbcOptions.permits(1).waiting(0, Duration.ofSeconds(1)));
        Probe<Integer> probe = Probe.subscribeTo(db.query(MANY_ROWS).as(Integer.class), 1);
        probe.awaitItems(1);
        for (One<?> one : List.of(
                db.query("select 1").one(Integer.class),
                db.query("select 1").update(),
                db.query("select 1").rows().toList(),
                db.tx(_ -> One.ofVoid()))) {
            SqlException failure = assertThrows(SqlException.class, () -> one.await(GENEROUS));
            assertEquals(Reason.OVERLOADED, failure.reason());
        }
        assertEquals(4, db.load().refused());
        probe.cancel();
    }

    @Test
    void aCancellationStopsTheStatement() throws InterruptedException {
        for (One<?> one : List.of(
                h2.db().query(ENDLESS).one(Long.class),
                h2.db().query(ENDLESS).rows().toList(),
                h2.db().tx(t -> t.query(ENDLESS).one(Long.class)))) {
            Cancellable subscription = one.subscribe();
            while (h2.active() == 0) {
                Thread.onSpinWait();
            }
            subscription.cancel();
            h2.awaitFree(h2.db());
        }
    }

    @Test
    void aTimeoutInsideATransactionLeavesItUsable() {
        assertEquals(
                7,
                h2.db()
                        .tx(t -> t.tx(u -> u.query(ENDLESS).one(Integer.class))
                                .timeout(Duration.ofMillis(50))
                                .onErrorResume(_ -> t.query("select 7").one(Integer.class)))
                        .await(GENEROUS));
    }

    /** What comes after it finds a query that ends, not one that the connection is busy with. */
    @Test
    void aQueryThatIsCancelledAsItBeginsLeavesTheTransactionUsable() {
        CompletableFuture<Integer> other = new CompletableFuture<>();
        AtomicBoolean isNext = new AtomicBoolean();
        Db db = Db.jdbc(h2.pool(), JdbcOptions.permits(1).threads(task -> {
            if (isNext.getAndSet(false)) {
                other.complete(0);
            }
            return Thread.ofVirtual().unstarted(task);
        }));
        assertEquals(
                7,
                db.tx(t -> One.race(List.of(
                                        t.query("select 1")
                                                .one(Integer.class)
                                                .doOnValue(_ -> isNext.set(true))
                                                .then(t.query(ENDLESS).one(Integer.class)),
                                        One.from(() -> other)))
                                .then(t.query("select 7").one(Integer.class)))
                        .await(GENEROUS));
    }

    @Test
    void whoeverWaitsIsServedInTurn() throws InterruptedException {
        Db db = Db.jdbc(h2.pool(), 2);
        int callers = 64;
        int[] served = new int[callers];
        AtomicInteger total = new AtomicInteger();
        CountDownLatch begin = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(callers);
        for (int i = 0; i < callers; i++) {
            int caller = i;
            Thread.startVirtualThread(() -> {
                awaitQuietly(begin);
                while (total.incrementAndGet() < callers * 50) {
                    var _ = db.query("select 1").one(Integer.class).await(GENEROUS);
                    served[caller]++;
                }
                done.countDown();
            });
        }
        begin.countDown();
        done.await();
        int least = IntStream.of(served).min().orElseThrow();
        int most = IntStream.of(served).max().orElseThrow();
        assertTrue(most <= 3 * least, () -> "least " + least + ", most " + most);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code -Dsql.cancellations=100000} makes it as many. */
    @Test
    void whateverIsCancelledWheneverEverythingIsGivenBack() throws InterruptedException {
        h2.db().query("create table numbers (n int)").update().await(GENEROUS);
        int rounds = Integer.getInteger("sql.cancellations", 4_000);
        cancelAtRandom(h2.db(), rounds, 16);
        // those with a permit wait for the pool
        cancelAtRandom(Db.jdbc(h2.pool(), H2.options(3 * CONNECTIONS)), rounds, 3 * CONNECTIONS);
    }

    private void cancelAtRandom(Db db, int rounds, int atOnce) throws InterruptedException {
        int permits = db.load().permits();
        Random random = new Random(rounds);
        List<Many<?>> kinds = List.of(
                db.query("select 1").one(Integer.class).toMany(),
                db.query("select x from system_range(1, 100)").as(Integer.class),
                db.query(ENDLESS).rows(),
                db.query("insert into numbers values (1)").update().toMany(),
                db.tx(t -> t.query("insert into numbers values (1)").update()).toMany(),
                db.tx(t -> t.tx(u -> u.query(ENDLESS).one(Integer.class))).toMany(),
                db.txStream(TxOptions.standard(), t -> t.query(MANY_ROWS).rows()),
                db.txMany(t -> t.tx(u -> u.query("select 1").update().onErrorReturn(_ -> 0L))
                        .toMany()),
                db.query("insert into numbers values (?)")
                        .batch(Many.range(0, 5).map(List::of)));
        List<Cancellable> running = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Many<?> kind = kinds.get(random.nextInt(kinds.size()));
            running.add(
                    random.nextInt(4) == 0
                            ? cancelledAfter(kind, random.nextInt(3))
                            : kind.subscribe(_ -> {}, _ -> {}, () -> {}));
            if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(300_000));
            }
            while (running.size() > random.nextInt(atOnce)) {
                running.remove(random.nextInt(running.size())).cancel();
            }
        }
        running.forEach(Cancellable::cancel);
        h2.awaitFree(db);
        assertEquals(0, db.load().waiting());
        assertEquals(permits, db.load().permits());
        assertInstanceOf(Integer.class, db.query("select 1").one(Integer.class).await(GENEROUS));
    }

    private static Cancellable cancelledAfter(Many<?> kind, int items) {
        Probe<Object> probe = Probe.demanding(items);
        kind.map(item -> (Object) item).subscribe(probe);
        return probe::cancel;
    }
}
