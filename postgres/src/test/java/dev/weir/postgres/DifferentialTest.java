package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.SqlException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same statements over the driver for JDBC and over the engine: the same values, and the same failures. */
class DifferentialTest {
    private enum Mood {
        GLAD,
        SAD
    }

    @RegisterExtension
    static final PostgresServer SERVER = PostgresServer.shared(
            "create function void_of_nothing() returns void language sql as ''; create type mood as enum ('GLAD',"
                + " 'SAD'); create type odd as enum ('{\"\"', '{\"ab\\x}', '{', '{a, b}', '{{a},b}', '{a}}'); create"
                + " table people (id int primary key, name text not null, mood mood, settings jsonb, check (id > 0));"
                + " insert into people values (1, 'Ann', 'GLAD', '{\"b\": 1.10, \"a\": [1, null]}')");

    private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE); // more than there is room for

    /** Parameters that the server has no room for. */
    private static final Set<Object> REFUSED = Set.of(
            OffsetTime.MAX,
            OffsetTime.MIN,
            LocalDate.parse("+5874898-01-01"),
            LocalDate.parse("+99999999-01-01"),
            LocalDateTime.parse("+294277-01-01T00:00"),
            OffsetDateTime.parse("+294277-01-01T00:00Z"));

    private Postgres postgres;
    private Db db;

    @BeforeEach
    void open() {
        postgres = Postgres.of(SERVER.database().url());
        db = postgres.db();
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    private static String seen(Object value) {
        return value instanceof Object[] array
                ? Arrays.stream(array).map(DifferentialTest::seen).toList().toString()
                : value instanceof byte[] bytes
                        ? Arrays.toString(bytes)
                        : value + " " + (value == null ? "" : value.getClass().getSimpleName());
    }

    /** What a caller sees of it. */
    private static Object outcome(Db which, String sql, Object... values) {
        One<List<List<String>>> rows = which.query(sql, values)
                .rows()
                .map(row -> row.columns().stream()
                        .map(column -> column + " " + seen(row.get(column, Object.class)))
                        .toList())
                .toList();
        try {
            return rows.await(GENEROUS);
        } catch (SqlException failure) {
            return failure.reason() + " " + failure.sqlState();
        }
    }

    /** The same as records, which each engine makes in its own way. */
    private static Object held(Db which, String sql) {
        record Held(Optional<Object> held) {}

        try {
            return which.query(sql)
                    .as(Held.class)
                    .map(row -> seen(row.held().orElse(null)))
                    .toList()
                    .await(GENEROUS);
        } catch (SqlException failure) {
            return failure.reason() + " " + failure.sqlState();
        }
    }

    /** The same values; or, of what has to be refused, the same failure, with which no value is compared. */
    private void assertSame(boolean refused, String sql, Object... values) {
        Object expected = outcome(SERVER.db(), sql, values);
        assertEquals(refused, !(expected instanceof List), () -> sql + ": " + expected);
        assertEquals(expected, outcome(db, sql, values), sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "7::int2",
                "7",
                "7::int8",
                "1.5::float4",
                "'NaN'::float8",
                "'-Infinity'::float8",
                "1.10::numeric",
                "'NaN'::numeric",
                "1e40::numeric",
                "'text'",
                "'x'::varchar(3)",
                "'x'::char(3)",
                "'x'::\"char\"",
                "'x'::name",
                "'\\x00ff'::bytea",
                "'6b1c5a52-3b5c-4b9b-8d8c-0d6f1f9d2d11'::uuid",
                "'2026-11-22'::date",
                "'0044-03-15 BC'::date",
                "'infinity'::date",
                "'10:15:30.5'::time",
                "'10:15:30+05:30'::timetz",
                "'2026-11-22 10:15:30.123456'::timestamp",
                "'infinity'::timestamp",
                "'2026-11-22 10:15:30+01'::timestamptz",
                "'-infinity'::timestamptz",
                "'1 mon 2 days 03:04:05.6'::interval",
                "'2500000000 hours'::interval",
                "'-infinity'::interval",
                "'{\"b\":  1.10, \"a\": 12345678901234567890.5}'::json",
                "'{\"b\":  1.10, \"a\": 12345678901234567890.5}'::jsonb",
                "'7'::jsonb",
                "'null'::jsonb",
                "'192.168.0.1/24'::inet",
                "'192.168.0.1'::inet",
                "'::1'::inet",
                "array['192.168.0.1']::inet[]",
                "'192.168.0.0/24'::cidr",
                "'08:00:2b:01:02:03'::macaddr",
                "'(1,2)'::point",
                "'((1,2),(3,4))'::box",
                "'<a>x</a>'::xml",
                "'[1,5)'::int4range",
                "'GLAD'::mood",
                "to_tsvector('english', 'many cats')",
                "26::oid",
                "B'101'",
                "B'101'::varbit",
                "'[(1,2),(3,4)]'::path",
                "'<(1,2),3>'::circle",
                "'{1,2,3}'::line",
                "'1.5'::float4",
                "'00:00:00'::time",
                "'12.30'::money",
                "array[1, null, 3]",
                "array[]::int[]",
                "array[[1, 2], [3, 4]]",
                "array['a', 'NULL', null, 'b,c', '\"', '\\', '{}', '']",
                "array[true, false]",
                "array[1::int2]",
                "array[1.10, 2]::numeric[]",
                "'-infinity'::date",
                "'-infinity'::timestamp",
                "'infinity'::timestamptz",
                "'4713-01-01 00:00:00 BC'::timestamp",
                "'294276-12-31 23:59:59.999999'::timestamp",
                "array['GLAD'::mood]",
                "array[]::mood[]",
                "array[['GLAD', null], ['SAD', 'GLAD']]::mood[]",
                "'{\"\"'::odd", // which begin as an array does
                "'{\"ab\\x}'::odd",
                "'{'::odd",
                "'{a, b}'::odd",
                "'{{a},b}'::odd",
                "'{a}}'::odd",
                "array['{\"\"'::odd, '{\"ab\\x}', null, '{', '{a, b}']",
                "void_of_nothing()",
                "array[1.5, 'Infinity']::float8[]",
                "array['2026-11-22'::date]",
                "array['10:15'::time]",
                "array['2026-11-22 10:15:30'::timestamp]",
                "array['2026-11-22 10:15:30+01'::timestamptz]",
                "array['6b1c5a52-3b5c-4b9b-8d8c-0d6f1f9d2d11'::uuid]",
                "'24:00'::time",
                "'23:59:59.999999'::time",
                "'00:00'::time",
                "'24:00+01'::timetz",
                "'23:59:59.999999-15:59'::timetz",
                "'00:00+15:59'::timetz",
                "array['24:00'::time, '23:59:59.999999', '00:00', '10:15:30.123456']",
                "array[['10:15:30.5'::time, null], ['24:00'::time, '00:00']]",
                "array[]::timetz[]",
                "array['24:00+01'::timetz, '10:15:30.123456+05:30', '10:15:30.5-15:59']",
                "array['Infinity'::numeric, '-Infinity', 'NaN', 1e40]",
                "array['10:15:30+00:30'::timetz, '10:15:30-00:30', '10:15:30+00']",
                "array['infinity'::date, '-infinity', '0044-03-15 BC']",
                "array['infinity'::timestamp, '-infinity', '2026-11-22 10:15:30.123456', '4713-01-01 00:00:00 BC']",
                "array['infinity'::timestamptz, '-infinity', '2026-11-22 10:15:30.123456+01']",
                "row(1, 'x')",
                "null",
                "null::int",
                "null::jsonb",
                "null::int[]",
                "1 as \"Odd \"\"name\"\"\"",
            })
    void valuesAreTheSame(String expression) {
        assertSame(false, "select " + expression);
        if (!expression.contains(" as ")) {
            boolean mayBeNull = !expression.startsWith("array[");
            String items = expression + (mayBeNull ? ", null, " : ", ") + expression;
            assertSame(expression.startsWith("void"), "select array[" + items + "] as items");
        }
        String sql = "select held from (select " + expression + ") as t(held) cross join generate_series(1, 2)";
        Db late = Db.jdbc(SERVER.pool(), JdbcOptions.permits(1).fetch(1)); // the second row is read without a row
        Object expected = assertInstanceOf(List.class, held(late, sql), sql);
        assertEquals(expected, held(db, sql), sql);
    }

    /** Their offsets had seconds, and some were of less than an hour. */
    @ParameterizedTest
    @ValueSource(
            strings = {"Europe/Berlin", "Europe/Amsterdam", "Europe/Madrid", "Africa/Monrovia", "Asia/Kolkata", "UTC"})
    void instantsAreTheSameInAllZones(String zone) {
        record Moments(List<Instant> moments) {}

        String sql = "select array['0001-01-01 00:00+00', '1890-01-01 00:00+00', '1930-07-01 12:00:00.5+00',"
                + " '2026-11-22 10:15:30.123456+00', '0044-03-15 00:00+00 BC']::timestamptz[] as moments";
        Moments expected = SERVER.db().query(sql).one(Moments.class).await(GENEROUS);
        Moments there = db.tx(tx -> tx.query("set local timezone = '" + zone + "'")
                        .update()
                        .then(tx.query(sql).one(Moments.class)))
                .await(GENEROUS);
        assertEquals(expected, there);
    }

    static Stream<Arguments> parameters() {
        return Stream.<Object>of(
                        true,
                        (byte) 1,
                        (short) 1,
                        1,
                        1L << 40,
                        1.5f,
                        Double.NaN,
                        new BigDecimal("1.10"),
                        new BigDecimal("1E+3"),
                        BigInteger.TEN.pow(30),
                        "text",
                        'x',
                        Mood.SAD,
                        UUID.fromString("6b1c5a52-3b5c-4b9b-8d8c-0d6f1f9d2d11"),
                        new byte[] {0, 1, (byte) 255},
                        LocalDate.parse("2026-11-22"),
                        LocalTime.parse("10:15:30.123456"),
                        OffsetTime.parse("10:15:30+05:30"),
                        LocalDateTime.parse("2026-11-22T10:15:30.123456789"),
                        OffsetDateTime.parse("2026-11-22T10:15:30.9999999+01:00"),
                        Instant.parse("2026-11-22T10:15:30.1234564Z"),
                        LocalTime.MAX,
                        LocalTime.MIN,
                        LocalTime.parse("23:59:59.9999996"),
                        OffsetTime.parse("23:59:59.9999996+01:00"),
                        OffsetTime.MAX,
                        OffsetTime.MIN,
                        LocalDate.MAX,
                        LocalDate.MIN,
                        LocalDate.parse("+999999999-12-31"), // another object
                        LocalDate.parse("-0043-03-15"),
                        LocalDate.parse("+5874898-01-01"),
                        LocalDate.parse("+99999999-01-01"),
                        LocalDate.parse("-10000000-01-01"),
                        LocalDate.parse("-4800-01-01"),
                        LocalDateTime.parse("+294277-01-01T00:00"),
                        LocalDateTime.parse("-4800-01-01T00:00"),
                        LocalDateTime.parse("-4713-01-01T00:00"),
                        OffsetDateTime.parse("-4713-12-01T00:00Z"),
                        LocalDateTime.parse("+999999999-12-31T23:59:59.9999999"),
                        OffsetDateTime.parse("+294277-01-01T00:00Z"),
                        OffsetDateTime.parse("-4800-01-01T00:00Z"),
                        LocalDateTime.MAX,
                        LocalDateTime.MIN,
                        OffsetDateTime.MAX,
                        OffsetDateTime.MIN,
                        Instant.MAX,
                        Instant.MIN,
                        new Integer[] {1, null, 3},
                        new String[] {"a", null, "b,c\""},
                        new Long[] {1L},
                        new Double[] {1.5},
                        new Boolean[] {true},
                        new UUID[] {UUID.fromString("6b1c5a52-3b5c-4b9b-8d8c-0d6f1f9d2d11")})
                .map(value -> Arguments.of(value)); // which an array would be taken for
    }

    /** Of each of the types; the driver for JDBC does not take arrays of all. */
    @ParameterizedTest
    @MethodSource("parameters")
    void itemsOfArraysMayBeNull(Object value) {
        Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        if (value instanceof Object[] || value instanceof Byte) {
            return; // arrays of these are refused
        }
        Object[] full = (Object[]) Array.newInstance(type, 2);
        Arrays.fill(full, value);
        Object[] holed = Arrays.copyOf(full, 3);
        String read = "select array_remove(?, null) as v";
        Object expected = outcome(db, read, (Object) full);
        assertEquals(REFUSED.contains(value), !(expected instanceof List), expected::toString);
        assertEquals(expected, outcome(db, read, (Object) holed));
        if (value instanceof BigDecimal) {
            assertSame(false, "select ?::text as v", (Object) holed);
        }
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void parametersAreTheSame(Object value) {
        assertSame(REFUSED.contains(value), "select ? as v", value);
        assertSame(REFUSED.contains(value), "select 1 where ? is null", value);
    }

    /** Those with more digits than a numeric has, of which the driver for JDBC would make other numbers, are refused. */
    @ParameterizedTest
    @CsvSource({
        "1E+131071, false",
        "1E+131072, true",
        "-1.23E+262146, true",
        "1E+1000000000, true",
        "1E-16383, false",
        "1E-16384, true",
        "1E-65537, true",
        "1E-1000000000, true"
    })
    void largeNumbersAreTheSame(String number, boolean refused) {
        assertSame(refused, "select length(?::text)", new BigDecimal(number));
        assertSame(refused, "select (?::numeric) = 0", new BigDecimal(number));
    }

    /** What the server has of them, and not what the driver makes of that again. */
    @ParameterizedTest
    @MethodSource("parameters")
    void infinitiesAreTheSame(Object value) {
        if (value instanceof Temporal time && time.isSupported(ChronoField.YEAR)) {
            assertSame(REFUSED.contains(value), "select ? = 'infinity' as v, ? = '-infinity' as w", value, value);
        }
    }

    static Stream<TemporalAmount> intervals() {
        return Stream.of(
                Duration.parse("PT26H10M15.123456S"),
                Duration.parse("-PT1H10M15.5S"),
                Duration.ofNanos(-1_500),
                Duration.ZERO,
                ENDLESS,
                Period.of(1, 14, -3),
                Period.of(-1, 2, 0),
                Period.ZERO);
    }

    /** With their type, which the driver for JDBC leaves to the context. */
    @ParameterizedTest
    @MethodSource("intervals")
    void intervalsAreTheSame(TemporalAmount interval) {
        assertSame(interval.equals(ENDLESS), "select ?::interval as v", interval);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from people",
                "select settings, mood from people order by id",
                "select * from people where mood = 'SAD'",
                "with few as (select * from people) select settings from few",
                "insert into people values (2, 'Bob', 'SAD', '{}') returning *",
                "update people set name = 'Eve' where id = 1 returning settings, name",
                "with moved as (delete from people returning *) select id from moved",
                "values (1, 'a'), (2, 'b')",
                "table people",
                "show datestyle",
                "explain (costs off) select 1",
                "select 1; ",
                "  (select 1)",
                "-- comment\nselect 1 -- comment",
                "/* comment */ select '[1]'::json -- comment"
            })
    void statementsAreTheSame(String sql) {
        assertInstanceOf(List.class, assertSameStatement(sql), sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1 as a, 2 as a, '[]'::json as a",
                "select no_such from people",
                "select * from nowhere",
                "selec 1",
                "select 1 / 0",
                "select 1 / (2 - n) from generate_series(1, 3) as n",
                "select 'x'::int",
                "insert into people values (1, 'Ann', null, null) returning 1",
                "insert into people values (-1, 'Ann', null, null) returning 1",
                "insert into people values (3, null, null, null) returning 1",
                "select repeat('x', 2000000000)",
                "delete from people",
                "create table more (n int)",
                "select '{'::json",
            })
    void statementsThatFailAreTheSame(String sql) {
        assertInstanceOf(String.class, assertSameStatement(sql), sql);
    }

    /** What came of it. */
    private Object assertSameStatement(String sql) {
        Object expected = outcome(SERVER.db(), sql);
        if (!sql.startsWith("select")) {
            SERVER.db()
                    .query("truncate people")
                    .update()
                    .then(SERVER.db().query("drop table if exists more").update())
                    .then(SERVER.db()
                            .query("insert into people values (1, 'Ann', 'GLAD', '{\"b\": 1.10, \"a\": [1, null]}')")
                            .update())
                    .await(GENEROUS);
        }
        assertEquals(expected, outcome(db, sql));
        return expected;
    }

    @ParameterizedTest
    @CsvSource({"a_b, 1", "A_B, 1", "ab, 2", "AB, 2", "a_B, 1"})
    void aColumnIsTheOneThatIsCalledMostLikeIt(String name, int value) {
        for (Db each : List.of(SERVER.db(), db)) {
            assertEquals(
                    value,
                    each.query("select 1 as a_b, 2 as ab")
                            .rows()
                            .map(row -> row.get(name, Integer.class))
                            .first()
                            .await(GENEROUS));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"select 1 as id, 2 as id", "select 1 as \"Id\", 2 as \"ID\"", "select 1 as i_d, 2 as \"id_\""})
    void ofSeveralColumnsThatAreCalledTheSameNoneIsTaken(String sql) {
        record Held(int id) {}

        for (Db each : List.of(SERVER.db(), db)) {
            for (Many<?> taken : List.of(
                    each.query(sql).as(Held.class), each.query(sql).rows().map(row -> row.get("id", Integer.class)))) {
                SqlException refusal =
                        assertThrows(SqlException.class, () -> taken.toList().await(GENEROUS));
                assertEquals(SqlException.Reason.USAGE, refusal.reason());
                assertTrue(refusal.getMessage().contains("more than one column is called id"), refusal.getMessage());
            }
        }
    }
}
