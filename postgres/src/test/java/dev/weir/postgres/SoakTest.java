package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Everything at once, for long: what is live on the heap, threads and connections stay as they were. */
class SoakTest {
    private static final int ROUNDS_OF_WARM_UP = 8;
    private static final int QUERIES = 400;
    private static final long MEGABYTE = 1 << 20;
    private static final long ALLOWED = 4 * MEGABYTE; // of what the JVM itself keeps

    /** Those that statements share, those of one at a time, and the one that listens. */
    private static final int MOST_CONNECTIONS = PostgresOptions.standard().shared() + PostgresServer.CONNECTIONS + 1;

    private static final int CARRIERS = Runtime.getRuntime().availableProcessors(); // come and go

    private record Line(int n, String text) {}

    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer(
            "create table lines (n int, text text); create table accounts (id int primary key, amount int not null);"
                    + " insert into accounts values (1, 0), (2, 0)");

    private final Random random = new Random(11);
    private final AtomicLong told = new AtomicLong();

    /** {@code -Dsql.soak=3600} is an hour. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void nothingGrows() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("sql.soak", 5));
        try (Postgres postgres = Postgres.of(
                        SERVER.database().url(), PostgresOptions.standard().connections(PostgresServer.CONNECTIONS));
                Notifications notifications = Notifications.of(SERVER.database().url())) {
            Db jdbc = Db.jdbc(SERVER.pool(), JdbcOptions.permits(PostgresServer.CONNECTIONS));
            Copy copy = Copy.of(SERVER.pool(), 1);
            for (int i = 0; i < ROUNDS_OF_WARM_UP; i++) {
                round(List.of(jdbc, postgres.db()), notifications, copy);
            }
            long before = live();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();
            long rounds = 0;
            long most = before;
            do {
                round(List.of(jdbc, postgres.db()), notifications, copy);
                if (++rounds % 50 == 0) {
                    most = Math.max(most, live());
                }
            } while (System.nanoTime() < end);
            long after = live();
            System.out.printf(
                    "soak: %,d rounds, %,d KB live before, %,d at most, %,d after; %,d messages%n",
                    rounds, before >> 10, most >> 10, after >> 10, told.get());
            assertTrue(
                    Math.max(most, after) < before + ALLOWED,
                    "before " + before + ", most " + most + ", after " + after);
            PostgresServer.await("there are more connections", () -> SERVER.others() <= MOST_CONNECTIONS);
            PostgresServer.await(
                    () -> "threads: " + threads + ", now "
                            + ManagementFactory.getThreadMXBean().getThreadCount(),
                    () -> ManagementFactory.getThreadMXBean().getThreadCount() <= threads + CARRIERS);
        }
        PostgresServer.awaitThreads();
    }

    /** What is live, after collections that find no less. */
    private static long live() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    private void round(List<Db> dbs, Notifications notifications, Copy copy) {
        String channel = "soak" + random.nextInt(3);
        Cancellable listening = notifications.listen(channel).subscribe(_ -> told.incrementAndGet());
        for (Db db : dbs) {
            await(Many.range(0, QUERIES)
                    .mapAsyncUnordered(32, n -> db.query("select ?::int + 1", n).one(Integer.class))
                    .count());
            await(db.tx(t -> t.query("update accounts set amount = amount + 1 where id = 1")
                    .update()));
            await(Notifications.notify(db, channel, "round"));
            cancelSome(db);
            await(db.query("select 1 / 0").one(Integer.class).onErrorReturn(_ -> 0));
        }
        await(copy.in("lines", Line.class, Many.range(0, 1_000).map(n -> new Line(n, "line\t" + n))));
        await(copy.out("lines", Line.class).count());
        await(dbs.getFirst().query("truncate lines").update());
        listening.cancel();
    }

    private void cancelSome(Db db) {
        List<Cancellable> cancelled = new ArrayList<>();
        cancelled.add(db.query(DbLaws.SLEEPING).one(Integer.class).subscribe());
        cancelled.add(db.query("select n from generate_series(1, 100000) as n")
                .as(Integer.class)
                .take(random.nextInt(2_000))
                .subscribe(_ -> {}));
        cancelled.add(db.tx(t -> t.query(DbLaws.SLEEPING).one(Integer.class)).subscribe());
        await(db.query("select 1").one(Integer.class));
        cancelled.forEach(Cancellable::cancel);
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
    }

    private static <T> T await(One<T> one) {
        return one.await(GENEROUS);
    }
}
