package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CopyTest {
    private enum Side {
        BUY
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Trade(
            int id,
            String text,
            Side side,
            BigDecimal rate,
            Instant createdAt,
            LocalDate day,
            UUID uuid,
            byte[] bytes,
            boolean truth) {}

    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer(
            "create table lines (line text); create table trades (id int primary key, text text, side text, rate"
                    + " numeric, created_at timestamptz, day date, uuid uuid, bytes bytea, truth bool);"
                    + " create table times (day date, moment timestamp, there timestamptz, instant timestamptz)");

    private static Copy copy() {
        return Copy.of(SERVER.pool(), 2);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static int count(String table) {
        return SERVER.db()
                .query("select count(*) from " + table)
                .one(Integer.class)
                .await(GENEROUS);
    }

    private static void awaitFree() {
        PostgresServer.await("its connections are back", () -> SERVER.active() == 0);
        PostgresServer.await("nothing runs", () -> SERVER.running() == 0);
    }

    @Test
    void bytesGoInAndComeOut() {
        Many<ByteBuffer> in = Many.range(0, 100_000).buffer(1_000).map(numbers -> {
            StringBuilder text = new StringBuilder();
            numbers.forEach(n -> text.append("line ").append(n).append('\n'));
            return numbers.getFirst() % 2_000 == 0
                    ? bytes(text.toString())
                    : ByteBuffer.allocateDirect(text.length())
                            .put(bytes(text.toString()))
                            .flip();
        });
        assertEquals(100_000L, copy().in("copy lines from stdin", in).await(GENEROUS));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        copy().out("copy lines to stdout")
                .forEach(buffer -> out.writeBytes(bytesOf(buffer)))
                .await(GENEROUS);
        String text = out.toString(StandardCharsets.UTF_8);
        assertEquals("line 0\nline 1\n", text.substring(0, 14));
        assertEquals(100_000L, text.lines().count());
    }

    @Test
    void theFeedSeesTheContext() {
        Context.Key<String> user = Context.Key.of("user");
        VirtualTime time = new VirtualTime();
        Many<ByteBuffer> feed = Many.deferContextual(context -> Many.of(
                bytes("of " + context.get(user) + (context.clock() == time ? "" : " by another clock") + "\n")));
        assertEquals(
                1L,
                copy().in("copy lines from stdin", feed)
                        .withContext(_ -> time.context().with(user, "ada"))
                        .await(GENEROUS));
        assertEquals(1, count("lines where line = 'of ada'"));
    }

    /** Or the server would wait until the source has made them all, and memory would hold them. */
    @Test
    void aFewBuffersAreDemandedAhead() {
        TestPublisher<ByteBuffer> source = TestPublisher.create();
        CompletableFuture<Long> copied = copy().in("copy lines from stdin", source.many())
                .toCompletionStage()
                .toCompletableFuture();
        source.awaitRequested(1, GENEROUS).assertRequested(4).complete();
        assertEquals(0L, copied.join());
    }

    @Test
    void recordsGoIn() {
        Trade first = new Trade(
                1,
                "a\tb\nc\\N\r",
                Side.BUY,
                new BigDecimal("1.10"),
                Instant.parse("2026-11-22T10:15:30.123456Z"),
                LocalDate.parse("2026-11-22"),
                UUID.randomUUID(),
                new byte[] {0, (byte) 255},
                true);
        Trade second = new Trade(2, null, null, null, null, null, null, null, false);
        assertEquals(
                2L, copy().in("trades", Trade.class, Many.of(first, second)).await(GENEROUS));
        List<Trade> trades = SERVER.db()
                .query("select * from trades order by id")
                .as(Trade.class)
                .toList()
                .await(GENEROUS);
        assertEquals(first.text(), trades.getFirst().text());
        assertEquals(first.createdAt(), trades.getFirst().createdAt());
        assertEquals(first.rate(), trades.getFirst().rate());
        assertArrayEquals(first.bytes(), trades.getFirst().bytes());
        assertEquals(second, trades.getLast());
    }

    /** Of which there may be billions: the server would refuse them all. */
    @Test
    void zerosThatNoNumberHasAreNotWritten() {
        record Money(BigDecimal amount) {}

        SERVER.database().execute("create table money (amount numeric)");
        for (String number : List.of("1E+1000000000", "1E-1000000000", "1E+2147483647", "-1E+131072")) {
            Many<Money> one = Many.of(new Money(new BigDecimal(number)));
            SqlException failure = DbLaws.failure(copy().in("money", Money.class, one));
            assertEquals(Reason.DATA, failure.reason(), failure::toString);
        }
    }

    private record Extremes(
            @Nullable String text,
            char one,
            byte small,
            short medium,
            int whole,
            long large,
            float single,
            double twice,
            @Nullable BigInteger huge,
            @Nullable LocalDate day,
            @Nullable LocalTime time,
            @Nullable OffsetTime timeThere,
            @Nullable LocalDateTime moment,
            @Nullable OffsetDateTime momentThere) {}

    /** Whatever comes out of a copy is what a query has. */
    @Test
    void recordsComeOutAsOfAQuery() {
        String rows = """
            (values
                (U&'\\0009 \\000A \\000D \\0008 \\000C \\000B \\\\ N \\20AC', 'x', -128, 32767, -2147483648, 9223372036854775807,
                    1.5::real, 1e-300::float8, 1e40::numeric, date '0044-03-15 BC', time '24:00', timetz '01:02:03.4+05:30:15',
                    timestamp '0001-01-01 00:00 BC', timestamptz '12345-01-01 00:00:00.000001+01'),
                ('\\N', 'y', 127, -32768, 2147483647, -9223372036854775808, 'NaN', '-Infinity', null, 'infinity', '00:00',
                    '00:00Z', '-infinity', 'infinity'),
                ('', 'z', 0, 0, 0, 0, 0, 0, 0, '2024-02-29', '23:59:59.999999', '12:00-01', '2024-02-29 12:00', '-infinity'),
                (null, ' ', 0, 0, 0, 0, 0, 0, null, null, null, null, null, null))
            as extremes (text, one, small, medium, whole, large, single, twice, huge, day, time, time_there, moment,
                moment_there)\
            """;
        List<Extremes> queried = SERVER.db()
                .query("select * from " + rows)
                .as(Extremes.class)
                .toList()
                .await(GENEROUS);
        List<Extremes> copied = copy().out(rows, Extremes.class).toList().await(GENEROUS);
        assertEquals(4, copied.size());
        assertEquals(queried, copied);
    }

    @Test
    void recordsComeOutAsTheyWentIn() {
        record Line(int id, @Nullable String text) {}
        Random random = new Random(3);
        List<Line> lines = IntStream.range(0, 2_000)
                .mapToObj(id -> new Line(id, odd(random)))
                .toList();
        copy().in("trades", Line.class, Many.from(lines)).await(GENEROUS);
        assertEquals(
                lines,
                copy().out("(select * from trades order by id) as sorted", Line.class)
                        .toList()
                        .await(GENEROUS));
    }

    /** As some roles and databases have it. */
    @Test
    void bytesThatComeAsAnotherTextAreRefused() {
        @SuppressWarnings("ArrayRecordComponent")
        record Held(byte[] held) {}

        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(SERVER.database().jdbcUrl());
        config.setMaximumPoolSize(1);
        config.setConnectionInitSql("set bytea_output = 'escape'");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            SqlException failure = assertThrows(
                    SqlException.class,
                    () -> Copy.of(pool, 1)
                            .out("(select 'abcd'::bytea as held) as t", Held.class)
                            .toList()
                            .await(GENEROUS));
            assertTrue(failure.getMessage().contains("bytea_output"), failure.getMessage());
        }
    }

    @Test
    void timesOfAllYearsComeOutAsTheyWentIn() {
        List<Dated> times = Stream.of(-4712, -43, 0, 1, 999, 9999, 10_000, 294_275)
                .map(year -> new Dated(
                        LocalDate.of(year, 2, 28),
                        LocalDateTime.of(year, 2, 28, 10, 15, 30, 123_456_000),
                        OffsetDateTime.of(year, 2, 28, 10, 15, 0, 0, ZoneOffset.UTC),
                        OffsetDateTime.of(year, 2, 28, 10, 15, 0, 1_000, ZoneOffset.UTC)
                                .toInstant()))
                .collect(Collectors.toCollection(ArrayList::new));
        times.add(new Dated(LocalDate.of(-4, 3, 1), LocalDateTime.MIN, OffsetDateTime.MIN, Instant.MIN));
        times.add(new Dated(LocalDate.MAX, LocalDateTime.MAX, OffsetDateTime.MAX, Instant.MAX));
        times.add(new Dated(LocalDate.MIN, LocalDateTime.MIN, OffsetDateTime.MAX, Instant.EPOCH));
        copy().in("times", Dated.class, Many.from(times)).await(GENEROUS);
        assertEquals(times, copy().out("times", Dated.class).toList().await(GENEROUS));
        assertEquals(
                times,
                SERVER.db()
                        .query("select * from times")
                        .as(Dated.class)
                        .toList()
                        .await(GENEROUS));
    }

    private record Dated(LocalDate day, LocalDateTime moment, OffsetDateTime there, Instant instant) {}

    private static @Nullable String odd(Random random) {
        if (random.nextInt(20) == 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(10); i > 0; i--) {
            text.append("\\\t\n\r\b\f\u000BN.x€".charAt(random.nextInt(11)));
        }
        return text.toString();
    }

    @Test
    void recordsThatDoNotFitAreTold() {
        record Whole(int n) {}
        record Odd(Duration n) {}
        for (String value : List.of("null", "3000000000", "1.5", "'x'")) {
            SqlException failure = assertThrows(
                    SqlException.class,
                    () -> copy().out("(select " + value + " as n) as one", Whole.class)
                            .toList()
                            .await(GENEROUS));
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("column n"), failure.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> copy().out("lines", Odd.class));
        record Truth(boolean n) {}
        record Real(double n) {}
        assertUnfit("1", Truth.class);
        assertUnfit("'true'::text", Truth.class);
        assertUnfit("1e400", Real.class);
        awaitFree();
    }

    private void assertUnfit(String value, Class<? extends Record> type) {
        One<?> read = copy().out("(select " + value + " as n) as one", type).toList();
        assertEquals(
                Reason.USAGE,
                assertThrows(SqlException.class, () -> read.await(GENEROUS)).reason());
    }

    private record Single(float n) {}

    /** Nor by a query. */
    @Test
    void numbersThatWouldLoseDigitsAreRefused() {
        record Twice(double n) {}
        assertUnfitAlsoQueried("0.1234567891::float8", Single.class);
        assertUnfitAlsoQueried("1e-99::float8", Single.class);
        assertUnfitAlsoQueried("0.1234567891::numeric", Single.class);
        assertUnfitAlsoQueried("16777217", Single.class);
        assertUnfitAlsoQueried("9007199254740993", Twice.class);
        assertUnfitAlsoQueried("-9223372036854775807", Twice.class);
        assertUnfitAlsoQueried("9007199254740993::numeric", Twice.class);
        String fitting = "(values (0.1::float8), (1e300), (1e22), ('NaN'), ('-Infinity')) as fitting (n)";
        assertEquals(
                Stream.of(0.1, 1e300, 1e22, Double.NaN, Double.NEGATIVE_INFINITY)
                        .map(Twice::new)
                        .toList(),
                copy().out(fitting, Twice.class).toList().await(GENEROUS));
    }

    private void assertUnfitAlsoQueried(String value, Class<? extends Record> type) {
        assertUnfit(value, type);
        SqlException queried =
                DbLaws.failure(SERVER.db().query("select " + value + " as n").one(type));
        assertEquals(Reason.USAGE, queried.reason(), value);
    }

    /** Also where the server writes them otherwise than Java does, as powers of two and the smallest. */
    @Test
    void floatsComeOutAsTheyWentIn() {
        Random random = new Random(5);
        List<Single> floats = Stream.concat(
                        IntStream.rangeClosed(-149, 127).mapToObj(power -> Math.scalb(1f, power)),
                        IntStream.range(0, 5_000).mapToObj(_ -> Float.intBitsToFloat(random.nextInt())))
                .map(Single::new)
                .collect(Collectors.toCollection(ArrayList::new));
        Stream.of(0f, -0f, Float.MAX_VALUE, 3 * Float.MIN_VALUE, Float.POSITIVE_INFINITY)
                .map(Single::new)
                .forEach(floats::add);
        SERVER.database().execute("create table singles (n real)");
        copy().in("singles", Single.class, Many.from(floats)).await(GENEROUS);
        assertEquals(floats, copy().out("singles", Single.class).toList().await(GENEROUS));
    }

    @Test
    void whatDoesNotFitIsNotToldWithItsValue() {
        record Whole(int text) {}
        record Named(UUID text) {}
        record Truth(boolean text) {}
        record Day(LocalDate text) {}
        copy().in("copy trades (id, text) from stdin", Many.of(bytes("1\tsecret777\n")))
                .await(GENEROUS);
        for (Class<? extends Record> type : List.of(Whole.class, Named.class, Truth.class, Day.class)) {
            SqlException failure = DbLaws.failure(
                    copy().out("trades", type).map(any -> (Object) any).toList());
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("column text does not fit into"), failure::getMessage);
            assertFalse(failure.getMessage().contains("777"), failure::getMessage);
        }
    }

    @Test
    void whatFailsLeavesNothing() {
        One<Long> broken = copy().in(
                        "copy lines from stdin",
                        Many.concat(Many.of(bytes("one\n")), Many.fail(() -> new ArithmeticException("broken"))));
        assertThrows(ArithmeticException.class, () -> broken.await(GENEROUS));
        SqlException duplicate = assertThrows(
                SqlException.class,
                () -> copy().in("copy trades (id) from stdin", Many.of(bytes("777\n777\n")))
                        .await(GENEROUS));
        assertEquals(Reason.DUPLICATE, duplicate.reason());
        assertFalse(duplicate.getMessage().contains("777"), duplicate::toString); // nor a line
        SqlException wrong = assertThrows(
                SqlException.class,
                () -> copy().out("copy nowhere to stdout").toList().await(GENEROUS));
        assertEquals(Reason.STATEMENT, wrong.reason());
        record Odd(Duration line) {}
        SqlException odd = assertThrows(
                SqlException.class,
                () -> copy().in("lines", Odd.class, Many.of(new Odd(Duration.ZERO)))
                        .await(GENEROUS));
        assertEquals(Reason.USAGE, odd.reason());
        assertEquals(0, count("lines"));
        awaitFree();
    }

    /** The pool has but one, and does not look whether a connection lives that was used just before. */
    @Test
    void whoeverHasTheConnectionNextGetsTheAnswersToHisOwnQueries() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(SERVER.database().jdbcUrl());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (Broken broken : broken(Copy.of(pool, 1))) {
                assertEquals(0, number(pool, 0));
                RuntimeException failure = assertThrows(RuntimeException.class, () -> broken.copy.await(GENEROUS));
                Object told = failure instanceof SqlException sql ? sql.reason() : failure.getClass();
                assertTrue(broken.told.contains(told), failure::toString);
                for (int n = 1; n < 4; n++) {
                    assertEquals(n, number(pool, n));
                }
            }
        }
        assertEquals(0, count("lines"));
        awaitFree();
    }

    /** Of a feed that is silent, and of one that sends less than the driver keeps to itself. */
    @Test
    void aFeedThatHasLittleToSayHearsThatTheConnectionIsLost() throws InterruptedException {
        for (boolean trickles : List.of(false, true)) {
            VirtualTime time = new VirtualTime();
            TestPublisher<ByteBuffer> source = TestPublisher.create();
            CompletableFuture<Long> copied = copying(source, time);
            boolean _ = terminated(true, true);
            for (int i = 0; i < 6 && !copied.isDone(); i++) {
                if (trickles && source.subscribers() == 1 && source.requested() > i) {
                    source.next(bytes("x\n"));
                }
                time.advance(Duration.ofSeconds(10));
                PostgresServer.await("it has looked", () -> time.timers() == 1 || copied.isDone());
            }
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> copied.get(GENEROUS.toSeconds(), TimeUnit.SECONDS));
            assertEquals(
                    Reason.CONNECTION,
                    assertInstanceOf(SqlException.class, failure.getCause()).reason());
            PostgresServer.await("it stops to look", () -> time.timers() == 0);
        }
        awaitFree();
    }

    @Test
    void aCopyThatIsLookedAfterIsWhole() {
        VirtualTime time = new VirtualTime();
        TestPublisher<ByteBuffer> source = TestPublisher.create();
        CompletableFuture<Long> copied = copying(source, time);
        for (int i = 0; i < 100; i++) {
            source.awaitRequested(i + 1, GENEROUS).next(bytes("x\ny\n"));
            time.advance(Duration.ofSeconds(7));
            PostgresServer.await("it has looked", () -> time.timers() == 1);
        }
        source.complete();
        assertEquals(200, copied.join());
        assertEquals(200, count("lines"));
        PostgresServer.await("it stops to look", () -> time.timers() == 0);
    }

    /** Of an event loop it may be, and a server that waits for a lock lets nobody write. */
    @Test
    void theClockNeverWaitsForTheServer() throws Exception {
        VirtualTime time = new VirtualTime();
        try (Connection holder = SERVER.pool().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("insert into trades (id) values (7)");
            CompletableFuture<Long> copied = copy().in("copy trades (id) from stdin", Many.of(bytes("7\n")))
                    .withContext(_ -> time.context())
                    .toCompletionStage()
                    .toCompletableFuture();
            PostgresServer.await(
                    "it waits for the lock",
                    () -> count("pg_stat_activity where wait_event_type = 'Lock' and query like 'copy %' and datname ="
                                    + " current_database()")
                            == 1);
            CompletableFuture<Void> passed = CompletableFuture.runAsync(() -> time.advance(Duration.ofSeconds(10)));
            try {
                passed.get(GENEROUS.toSeconds(), TimeUnit.SECONDS);
            } finally {
                holder.rollback();
            }
            assertEquals(1L, copied.get(GENEROUS.toSeconds(), TimeUnit.SECONDS));
        }
        awaitFree();
    }

    /** It has begun. */
    private static CompletableFuture<Long> copying(TestPublisher<ByteBuffer> source, VirtualTime time) {
        CompletableFuture<Long> copied = copy().in("copy lines from stdin", source.many())
                .withContext(_ -> time.context())
                .toCompletionStage()
                .toCompletableFuture();
        PostgresServer.await("it waits for the feed", () -> time.timers() == 1);
        return copied;
    }

    private static int number(DataSource pool, int n) {
        return Db.jdbc(pool, 1).query("select " + n).one(Integer.class).await(GENEROUS);
    }

    /** A copy that fails, and what may be told of it. */
    private record Broken(Set<Object> told, One<?> copy) {
        Broken(Object told, One<?> copy) {
            this(Set.of(told), copy);
        }
    }

    private static List<Broken> broken(Copy copy) {
        Many<ByteBuffer> rows = Many.range(0, 1_000).map(_ -> bytes("a row".repeat(1_000) + "\n"));
        Many<ByteBuffer> dying =
                Many.range(0, 1_000).map(n -> terminated(bytes("a row".repeat(1_000) + "\n"), n == 10));
        String many = "copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout";
        return List.of(
                new Broken(Reason.STATEMENT, copy.in("copy lines to stdout", rows)),
                new Broken(Reason.OTHER, copy.in("select 1", rows)),
                new Broken(Reason.DATA, copy.in("select 1 / 0", rows)),
                new Broken(Reason.OTHER, copy.in("delete from lines", rows)),
                new Broken(Reason.DATA, copy.in("copy trades (id) from stdin", Many.of(bytes("1\nx\n")))),
                new Broken(Reason.CONNECTION, copy.in("copy lines from stdin", dying)),
                new Broken(
                        Set.of(Reason.CONNECTION, ArithmeticException.class), // whichever is first
                        copy.in("copy lines from stdin", dying.concatWith(Many.fail(ArithmeticException::new)))),
                new Broken(Reason.STATEMENT, copy.out("copy lines from stdin").toList()),
                new Broken(Reason.OTHER, copy.out("select 1").toList()),
                new Broken(Reason.OTHER, copy.out("delete from lines").toList()),
                new Broken(
                        Reason.DATA,
                        copy.out("copy (select 1 / (n - 9999) from generate_series(1, 100000) as n) to stdout")
                                .toList()),
                new Broken(
                        Reason.CONNECTION,
                        copy.out(many).map(buffer -> terminated(buffer, true)).toList()),
                new Broken(
                        NoSuchElementException.class,
                        copy.out(many).map(_ -> List.of().getFirst()).toList()));
    }

    /** The item, before which the backend that copies may be terminated. */
    private static <T> T terminated(T item, boolean whether) {
        if (whether) {
            SERVER.db()
                    .query("select count(pg_terminate_backend(pid, 60000)) from pg_stat_activity where datname ="
                            + " current_database() and pid <> pg_backend_pid() and query like 'copy %' and state ="
                            + " 'active'")
                    .one(Long.class)
                    .await(GENEROUS);
        }
        return item;
    }

    @Test
    void rowsComeAsTheyAreDemanded() {
        Probe<ByteBuffer> probe = Probe.subscribeTo(
                copy().out("copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout"), 2);
        probe.awaitItems(2).assertNotEnded();
        probe.cancel();
        awaitFree();
    }

    @Test
    void aPoolWithoutAutoCommitKeepsWhatWasCopiedAndNoTransaction() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(SERVER.database().jdbcUrl());
        config.setAutoCommit(false);
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            Copy copy = Copy.of(pool, 1);
            assertEquals(
                    1L,
                    copy.in("copy lines from stdin", Many.of(bytes("one\n"))).await(GENEROUS));
            assertEquals(1, count("lines"));
            assertEquals(
                    1, copy.out("copy lines to stdout").toList().await(GENEROUS).size());
            assertEquals(
                    0, count("pg_stat_activity where state = 'idle in transaction' and datname = current_database()"));
        }
    }

    /** {@code -Dsql.cancellations=100000} makes it a tenth of that. */
    @Test
    void whateverIsCancelledWheneverEverythingIsGivenBack() {
        record Line(String line) {}

        Copy copy = copy();
        int rounds = Integer.getInteger("sql.cancellations", 3_000) / 10;
        Random random = new Random(rounds);
        List<Many<?>> kinds = List.of(
                copy.in("copy lines from stdin", Many.of(bytes("one\n"))).toMany(),
                copy.in("copy lines from stdin", Many.never()).toMany(),
                copy.in("lines", Line.class, Many.range(0, 5_000).map(n -> new Line("line " + n)))
                        .toMany(),
                copy.out("copy (select pg_sleep(600)) to stdout"),
                copy.out("copy (select n from generate_series(1, 100000) as n) to stdout"),
                copy.out("(select n::text as line from generate_series(1, 100000) as n) as numbers", Line.class));
        List<Cancellable> subscriptions = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            subscriptions.add(kinds.get(random.nextInt(kinds.size())).subscribe(_ -> {}, _ -> {}, () -> {}));
            if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(1_000_000));
            }
            while (subscriptions.size() > random.nextInt(6)) {
                subscriptions.remove(random.nextInt(subscriptions.size())).cancel();
            }
        }
        subscriptions.forEach(Cancellable::cancel);
        awaitFree();
        assertEquals(
                1L,
                copy.in("copy trades (id) from stdin", Many.of(bytes("1\n"))).await(GENEROUS));
    }
}
