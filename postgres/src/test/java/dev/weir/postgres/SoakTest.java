package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.LeftThreads;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Everything at once, for long: what is live on the heap, threads and connections stay as they were. */
class SoakTest {
    private static final int ROUNDS_OF_WARM_UP = 8;
    private static final int QUERIES = 400;
    private static final long MEGABYTE = 1 << 20;
    private static final long ALLOWED = 4 * MEGABYTE; // of what the JVM itself keeps
    private static final long ALLOWED_DIRECT = 16 * MEGABYTE; // a few chunks of Netty's

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
            List<Seen> seen = new ArrayList<>(List.of(Seen.now()));
            long rounds = 0;
            do {
                round(List.of(jdbc, postgres.db()), notifications, copy);
                if (++rounds % 50 == 0) {
                    seen.add(Seen.now());
                }
            } while (System.nanoTime() < end);
            seen.add(Seen.now());
            tell(rounds, seen);
            assertFlat(seen);
            PostgresServer.await("there are more connections", () -> SERVER.others() <= MOST_CONNECTIONS);
            int threads = seen.getFirst().threads;
            PostgresServer.await(
                    () -> "threads: " + threads + ", now " + Seen.threadsNow(),
                    () -> Seen.threadsNow() <= threads + CARRIERS);
        }
        LeftThreads.await();
    }

    /** What has to stay as it is. */
    private record Seen(long live, long direct, int threads, int connections) {
        static Seen now() {
            return new Seen(liveNow(), PlatformDependent.usedDirectMemory(), threadsNow(), SERVER.others());
        }

        static int threadsNow() {
            return ManagementFactory.getThreadMXBean().getThreadCount();
        }
    }

    private void tell(long rounds, List<Seen> seen) {
        System.out.printf("soak: %,d rounds, %,d messages; before, at most, after:", rounds, told.get());
        tell("KB live on the heap", seen, one -> one.live >> 10);
        tell("KB of network buffers", seen, one -> one.direct >> 10);
        tell("threads", seen, Seen::threads);
        tell("connections without the pool's " + PostgresServer.CONNECTIONS, seen, Seen::connections);
        System.out.println();
    }

    private static void tell(String what, List<Seen> seen, ToLongFunction<Seen> of) {
        System.out.printf(
                " %s %,d, %,d, %,d;",
                what,
                of.applyAsLong(seen.getFirst()),
                seen.stream().mapToLong(of).max().orElseThrow(),
                of.applyAsLong(seen.getLast()));
    }

    private static void assertFlat(List<Seen> seen) {
        long live = seen.getFirst().live;
        long direct = seen.getFirst().direct;
        assertTrue(
                seen.stream().allMatch(one -> one.live < live + ALLOWED && one.direct < direct + ALLOWED_DIRECT),
                seen::toString);
    }

    /** What is live, after collections that find no less. */
    private static long liveNow() {
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
