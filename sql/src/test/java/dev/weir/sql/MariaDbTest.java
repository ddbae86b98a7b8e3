package dev.weir.sql;

import static dev.weir.sql.H2.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What this database and its driver have of their own; runs where there is a {@code mariadbd}. */
class MariaDbTest {
    @RegisterExtension
    static final MariaDb MARIA = new MariaDb();

    private Db db;

    @BeforeEach
    void open() {
        db = Db.jdbc(MARIA.pool(), H2.CONNECTIONS);
    }

    @AfterEach
    void awaitFree() {
        await(
                () -> db.load().inUse() == 0 && MARIA.active() == 0,
                () -> "in use: " + db.load() + ", active: " + MARIA.active());
    }

    private static void await(BooleanSupplier reached, Supplier<String> otherwise) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(otherwise.get());
            }
            Thread.onSpinWait();
        }
    }

    record Wide(
            int id,
            Long big,
            double factor,
            float half,
            boolean truth,
            BigDecimal amount,
            UUID uuid,
            LocalDateTime local,
            LocalDate day,
            LocalTime clock,
            String text) {}

    @Test
    void eachTypeGoesThereAndBack() {
        var _ = db.query("create table wide (id int, big bigint, factor double, half float, truth boolean, amount"
                        + " decimal(8, 4), uuid uuid, local datetime(6), day date, clock time, text text, bytes"
                        + " varbinary(10))")
                .update()
                .await(GENEROUS);
        Wide wide = new Wide(
                1,
                1L << 40,
                0.5,
                0.25f,
                true,
                new BigDecimal("12.3400"),
                UUID.randomUUID(),
                LocalDateTime.parse("2026-11-22T10:15:30.123456"),
                LocalDate.parse("2026-11-22"),
                LocalTime.parse("10:15:30"),
                "ü ' \\ \"");
        var _ = db.query("insert into wide values (:id, :big, :factor, :half, :truth, :amount, :uuid, :local, :day,"
                        + " :clock, :text, x'010002')")
                .batch(Many.of(wide))
                .count()
                .await(GENEROUS);
        assertEquals(
                wide,
                db.query("select id, big, factor, half, truth, amount, uuid, local, day, clock, text from wide")
                        .one(Wide.class)
                        .await(GENEROUS));
        assertArrayEquals(
                new byte[] {1, 0, 2},
                db.query("select bytes from wide").one(byte[].class).await(GENEROUS));
    }

    @Test
    void anInstantIsTheSameInstant() {
        Instant now = Instant.parse("2026-11-22T10:15:30.123456Z");
        var _ = db.query("create table times (at timestamp(6))").update().await(GENEROUS);
        var _ = db.query("insert into times values (?)", now).update().await(GENEROUS);
        assertEquals(now, db.query("select at from times").one(Instant.class).await(GENEROUS));
    }

    record Unsigned(short tiny, int small, long whole, BigInteger big, int year) {}

    @Test
    void unsignedNumbersAndYearsAreReadAsTheyAre() {
        var _ = db.query("create table numbers (tiny tinyint unsigned, small smallint unsigned, whole int unsigned,"
                        + " big bigint unsigned, year year)")
                .update()
                .await(GENEROUS);
        Unsigned most = new Unsigned((short) 255, 65_535, 4_294_967_295L, new BigInteger("18446744073709551615"), 2155);
        Unsigned least = new Unsigned((short) 0, 0, 0, BigInteger.ZERO, 1901);
        for (Unsigned one : List.of(most, least)) {
            var _ = db.query("insert into numbers values (:tiny, :small, :whole, :big, :year)")
                    .batch(Many.of(one))
                    .count()
                    .await(GENEROUS);
        }
        for (Db any : List.of(db, Db.jdbc(MARIA.preparing(), H2.CONNECTIONS))) {
            assertEquals(
                    List.of(least, most),
                    any.query("select * from numbers order by big")
                            .as(Unsigned.class)
                            .toList()
                            .await(GENEROUS));
            assertEquals(
                    4_294_967_295L,
                    any.query("select max(whole) from numbers")
                            .one(Object.class)
                            .await(GENEROUS));
        }
    }

    @Test
    void timesThatAreNotWithinADayAreNotCut() {
        for (Db any : List.of(db, Db.jdbc(MARIA.preparing(), H2.CONNECTIONS))) {
            assertEquals(LocalTime.parse("23:59:59.999999"), time(any, "23:59:59.999999"));
            assertEquals(LocalTime.MIDNIGHT, time(any, "00:00:00"));
            assertEquals(LocalTime.MAX, time(any, "24:00:00"));
            assertNull(
                    any.query("select cast(null as time)").one(LocalTime.class).await(GENEROUS));
            for (String beyond : List.of("25:30:00", "-00:30:00.5", "838:59:59", "24:00:00.000001")) {
                SqlException wrong = assertThrows(SqlException.class, () -> time(any, beyond));
                assertEquals(Reason.USAGE, wrong.reason());
                assertTrue(wrong.getMessage().startsWith("column due has a time"), wrong.getMessage());
                assertFalse(wrong.getMessage().contains(beyond), wrong.getMessage());
            }
            assertEquals(
                    Duration.ofHours(-25).minusMinutes(30),
                    any.query("select cast(cast('-25:30:00' as time) as char(10))")
                            .one(Duration.class)
                            .await(GENEROUS));
        }
    }

    private static LocalTime time(Db any, String text) {
        return any.query("select cast(? as time(6)) as due", text)
                .one(LocalTime.class)
                .await(GENEROUS);
    }

    @Test
    void rowsComeAsTheyAreDemanded() {
        Probe<Integer> probe =
                Probe.subscribeTo(db.query("select seq from seq_1_to_10000000").as(Integer.class), 3);
        probe.awaitItems(3).assertItems(1, 2, 3).assertNotEnded();
        probe.request(2_000);
        probe.awaitItems(2_003).assertNotEnded();
        probe.cancel();
    }

    @Test
    void failuresHaveTheirReasons() {
        var _ = db.query("create table numbers (n int primary key, m int not null)")
                .update()
                .await(GENEROUS);
        var _ = db.query("insert into numbers values (1, 1)").update().await(GENEROUS);
        assertEquals(Reason.DUPLICATE, reason("insert into numbers values (1, 1)"));
        assertEquals(Reason.CONSTRAINT, reason("insert into numbers values (2, null)"));
        assertEquals(Reason.STATEMENT, reason("selec 1"));
        assertEquals(Reason.STATEMENT, reason("select * from nowhere"));
        assertEquals(Reason.DATA, reason("insert into numbers values (3, 99999999999)"));
        assertEquals(Reason.OTHER, reason("begin not atomic signal sqlstate '45000' set message_text = 'no'; end"));
        assertEquals(Reason.CANCELLED, reason("set statement max_statement_time = 0.05 for " + MariaDb.ENDLESS));
    }

    private Reason reason(String sql) {
        return assertThrows(
                        SqlException.class, () -> db.query(sql).rows().toList().await(GENEROUS))
                .reason();
    }

    @Test
    void whateverIsCancelledWheneverEverythingIsGivenBack() {
        db.query("create table numbers (n int)").update().await(GENEROUS);
        int rounds = Integer.getInteger("sql.cancellations", 1_500);
        Random random = new Random(rounds);
        List<Many<?>> kinds = List.of(
                db.query("select 1").one(Integer.class).toMany(),
                db.query("select seq from seq_1_to_100000").as(Integer.class),
                db.query(MariaDb.ENDLESS).rows(),
                db.tx(t -> t.query("insert into numbers values (1)").update()).toMany(),
                db.tx(t -> t.tx(u -> u.query(MariaDb.ENDLESS).one(Integer.class)))
                        .toMany());
        List<Cancellable> subscriptions = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            subscriptions.add(kinds.get(random.nextInt(kinds.size())).subscribe(_ -> {}, _ -> {}, () -> {}));
            if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(500_000));
            }
            while (subscriptions.size() > random.nextInt(12)) {
                subscriptions.remove(random.nextInt(subscriptions.size())).cancel();
            }
        }
        subscriptions.forEach(Cancellable::cancel);
        awaitFree();
        assertEquals(0, db.load().waiting());
        String running =
                "select count(*) from information_schema.processlist where command <> 'Sleep' and user = 'root'";
        await(() -> db.query(running).one(Integer.class).await(GENEROUS) == 1, () -> "others than this one still run");
    }
}
