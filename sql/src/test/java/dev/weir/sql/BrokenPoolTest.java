package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.SqlException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads, pools and drivers do that break: whoever waits is told, and nothing is lost. */
class BrokenPoolTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final ThreadFactory PLATFORM = Thread.ofPlatform().daemon().factory();

    private final JdbcDataSource pool = new JdbcDataSource();

    @BeforeEach
    void makeTable() {
        pool.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        Db.jdbc(pool, 1).query("create table numbers (n int)").update().await(SOON);
    }

    @AfterEach
    void noThreadIsLeft() {
        LeftThreads.await();
    }

    private static Db db(DataSource pool, ThreadFactory threads) {
        return Db.jdbc(pool, JdbcOptions.permits(1).threads(threads));
    }

    /** All that asks for a connection. */
    private static List<Function<Db, One<?>>> kinds() {
        return List.of(
                db -> db.query("select 1").one(Integer.class),
                db -> db.query("select 1").rows().toList(),
                db -> db.query("insert into numbers values (1)").update(),
                db -> db.query("insert into numbers values (?)")
                        .batch(Many.of(List.of(1)))
                        .toList(),
                db -> db.tx(t -> t.query("select 1").one(Integer.class)),
                db -> db.tx(t -> t.tx(u -> u.query("select 1").rows().toList())),
                db -> db.tx(_ -> One.fail(ArithmeticException::new)));
    }

    private static void awaitFree(Db db) {
        EngineLaws.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
    }

    /** A factory that has no threads while that is said. */
    private static ThreadFactory scarce(AtomicBoolean none, AtomicInteger refused) {
        return task -> {
            if (!none.get()) {
                return PLATFORM.newThread(task);
            } else if (refused.incrementAndGet() % 2 == 0) {
                return null;
            }
            throw new InternalError("unable to create native thread");
        };
    }

    @Test
    void aPoolThatHasNoConnectionWithoutSayingWhyHasNone() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(pool);
        HikariDataSource closed = new HikariDataSource(config);
        closed.close();
        for (Function<Db, One<?>> kind : kinds()) {
            SqlException failure = assertThrows(
                    SqlException.class, () -> kind.apply(db(closed, PLATFORM)).await(SOON));
            assertEquals(Reason.CONNECTION, failure.reason());
        }
    }

    @Test
    void whatHasNoThreadFailsAtOnceAndLosesNoPermit() {
        AtomicBoolean none = new AtomicBoolean(true);
        AtomicInteger refused = new AtomicInteger();
        Db db = db(pool, scarce(none, refused));
        for (Function<Db, One<?>> kind : kinds()) {
            for (int i = 0; i < 2; i++) {
                SqlException failure =
                        assertThrows(SqlException.class, () -> kind.apply(db).await(SOON));
                assertEquals(Reason.OVERLOADED, failure.reason());
                assertEquals(
                        refused.get() % 2 == 0 ? RejectedExecutionException.class : InternalError.class,
                        failure.getCause().getClass());
                assertEquals(0, db.load().inUse());
            }
        }
        none.set(false);
        assertEquals(1, db.query("select 1").one(Integer.class).await(SOON));
    }

    /** Far more wait than a stack is deep. */
    @Test
    void whoeverLeavesIsNotToldThatTheNextHaveNoThread() throws Exception {
        AtomicBoolean none = new AtomicBoolean();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        Db db = Db.jdbc(
                pool,
                JdbcOptions.permits(1)
                        .waiting(100_000, Duration.ofMinutes(1))
                        .threads(scarce(none, new AtomicInteger())));
        CompletableFuture<Integer> first = new CompletableFuture<>();
        var _ = db.tx(t -> One.blocking(() -> {
                    inside.countDown();
                    last.await();
                    none.set(true);
                    return 7;
                }))
                .subscribe(first::complete, first::completeExceptionally);
        inside.await();
        int waiting = 20_000;
        CountDownLatch told = new CountDownLatch(waiting);
        for (int i = 0; i < waiting; i++) {
            var _ = db.query("select 1").one(Integer.class).subscribe(_ -> {}, _ -> told.countDown());
        }
        last.countDown();
        assertEquals(7, first.get(SOON.toSeconds(), TimeUnit.SECONDS));
        assertTrue(told.await(SOON.toSeconds(), TimeUnit.SECONDS), () -> told.getCount() + " are not told");
        assertEquals(new Load(1, 0, 0, 0), db.load());
    }

    @Test
    void theEndOfATransactionHasAThreadAnyhow() {
        AtomicBoolean none = new AtomicBoolean();
        Db db = db(pool, scarce(none, new AtomicInteger()));
        for (boolean fails : List.of(false, true)) {
            none.set(false);
            One<Integer> one = db.tx(t -> t.query("insert into numbers values (1)")
                    .update()
                    .map(_ -> {
                        none.set(true);
                        return fails ? 1 / (int) db.load().refused() : 1;
                    }));
            if (fails) {
                assertThrows(ArithmeticException.class, () -> one.await(SOON));
            } else {
                assertEquals(1, one.await(SOON));
            }
            assertEquals(0, db.load().inUse());
        }
        none.set(false);
        assertEquals(
                1, db.query("select count(*) from numbers").one(Integer.class).await(SOON));
    }

    @Test
    void aCancellationHasAThreadAnyhow() {
        AtomicBoolean none = new AtomicBoolean();
        CountDownLatch running = new CountDownLatch(1);
        DataSource watched = Intercepted.of(DataSource.class, pool, method -> {
            if (method.equals("execute")) {
                running.countDown();
            }
        });
        Db db = db(watched, scarce(none, new AtomicInteger()));
        Cancellable subscription = db.query(JdbcTest.ENDLESS).one(Long.class).subscribe();
        EngineLaws.await(() -> "it runs", () -> running.getCount() == 0);
        none.set(true);
        subscription.cancel();
        awaitFree(db);
    }

    @Test
    void whateverAPoolOrADriverThrowsWhoeverWaitsIsToldAndThePermitIsBack() {
        for (String method : List.of(
                "getConnection",
                "getAutoCommit",
                "setAutoCommit",
                "isReadOnly",
                "setSavepoint",
                "releaseSavepoint",
                "commit",
                "rollback",
                "close")) {
            for (Throwable thrown :
                    List.of(new IllegalStateException("the pool is closed"), new NoClassDefFoundError("of the pool"))) {
                AtomicInteger throwing = new AtomicInteger();
                DataSource breaking = Intercepted.of(DataSource.class, pool, called -> {
                    if (called.equals(method)) {
                        throwing.incrementAndGet();
                        BrokenPoolTest.<RuntimeException>sneak(thrown);
                    }
                });
                Db db = db(breaking, PLATFORM);
                for (Function<Db, One<?>> kind : kinds()) {
                    int before = throwing.get();
                    Throwable failure = failure(kind.apply(db));
                    boolean hasThrown = throwing.get() > before && !method.equals("rollback"); // of what is over
                    assertTold(failure, hasThrown ? thrown : null, method + " throws " + thrown);
                    assertEquals(0, db.load().inUse(), method);
                }
                assertTrue(throwing.get() > 0, () -> method + " is not called");
            }
        }
    }

    /** Whoever was told otherwise would do it again. */
    @Test
    void whatIsCommittedIsDoneWhateverBecomesOfTheConnection() {
        AtomicBoolean committed = new AtomicBoolean();
        AtomicInteger lost = new AtomicInteger();
        DataSource breaking = Intercepted.of(DataSource.class, pool, called -> {
            committed.compareAndSet(false, called.equals("commit"));
            if (committed.get() && called.equals("setAutoCommit")) {
                lost.incrementAndGet();
                throw new IllegalStateException("the connection is lost");
            }
        });
        Db db = db(breaking, PLATFORM);
        for (Function<Db, One<?>> kind : kinds()) {
            committed.set(false);
            assertTold(failure(kind.apply(db)), null, "it is lost behind the commit");
        }
        assertTrue(lost.get() > 0, "none is");
    }

    /** The server keeps a savepoint that was rolled back to, and those that come later are inside of it. */
    @Test
    void noSavepointIsLeftOfANestedTransaction() {
        List<String> called = new CopyOnWriteArrayList<>();
        Db db = db(Intercepted.of(DataSource.class, pool, called::add), PLATFORM);
        assertEquals(
                2,
                db.tx(t -> t.tx(_ -> One.<Integer>fail(ArithmeticException::new))
                                .onErrorReturn(_ -> 1)
                                .then(t.tx(u -> u.query("select 2").one(Integer.class))))
                        .await(SOON));
        called.retainAll(List.of("setSavepoint", "releaseSavepoint"));
        assertEquals(List.of("setSavepoint", "releaseSavepoint", "setSavepoint", "releaseSavepoint"), called);
    }

    private static @Nullable Throwable failure(One<?> one) {
        try {
            var _ = one.await(SOON);
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    /** The failure comes from what was thrown, if that was, or is a transaction's own. */
    private static void assertTold(@Nullable Throwable failure, @Nullable Throwable thrown, String what) {
        Throwable root = failure;
        while (root != null && root != thrown && root.getCause() != null) {
            root = root.getCause();
        }
        assertTrue(root == thrown || root instanceof ArithmeticException, () -> what + ", told: " + failure);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // whatever it is, as if it were unchecked
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** The driver asks the server over a connection of its own, which may take long. */
    @Test
    void aCancellationDoesNotWaitForAnotherOne() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        CompletableFuture<Long> executes = new CompletableFuture<>();
        DataSource slow = Intercepted.of(DataSource.class, pool, method -> {
            if (method.equals("cancel")) {
                asked.countDown();
            } else if (method.equals("executeLargeUpdate")) {
                executes.complete(0L);
            }
            if (method.equals("cancel") || method.equals("executeLargeUpdate")) {
                awaitQuietly(stopped);
            }
        });
        Db db = db(slow, PLATFORM);
        Cancellable subscription = db.tx(t -> One.race(List.of(
                                t.query("insert into numbers values (1)").update(), One.from(() -> executes)))
                        .flatMap(_ -> One.never()))
                .subscribe();
        try {
            asked.await();
            CompletableFuture.runAsync(subscription::cancel).get(SOON.toSeconds(), TimeUnit.SECONDS);
        } finally {
            stopped.countDown();
        }
        awaitFree(db);
    }

    /** Of a statement that has ended, and of one that runs on: a network that swallows what is sent to a server. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCancellationThatHangsKeepsNoPermit(boolean ends) {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch broken = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        DataSource hanging = Intercepted.of(DataSource.class, pool, method -> {
            switch (method) {
                case "cancel" -> {
                    asked.countDown();
                    awaitQuietly(answered);
                    left.countDown();
                }
                case "executeLargeUpdate" -> {
                    running.countDown();
                    awaitQuietly(ends ? asked : broken);
                }
                case "abort" -> broken.countDown();
                default -> {}
            }
        });
        Db db = db(hanging, PLATFORM);
        Cancellable subscription =
                db.query("insert into numbers values (1)").update().subscribe();
        awaitQuietly(running);
        try {
            subscription.cancel();
            awaitFree(db);
            assertEquals(0, broken.getCount());
            assertEquals(1, left.getCount());
        } finally {
            answered.countDown();
            broken.countDown();
        }
        assertEquals(1, db.query("select 1").one(Integer.class).await(SOON));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
