package dev.weir.sql;

import static dev.weir.sql.H2.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The law: what is made of a result is what is made of its rows, value or failure. */
class RecordReadingTest {
    record OfInt(int v) {}

    record OfInteger(Integer v) {}

    record OfLong(long v) {}

    record OfBoxedLong(Long v) {}

    record OfShort(short v) {}

    record OfByte(byte v) {}

    record OfFloat(float v) {}

    record OfBoxedFloat(Float v) {}

    record OfDouble(double v) {}

    record OfBoxedDouble(Double v) {}

    record OfBoolean(boolean v) {}

    record OfBoxedBoolean(Boolean v) {}

    record OfChar(char v) {}

    record OfString(String v) {}

    record OfDecimal(BigDecimal v) {}

    record OfBigInteger(BigInteger v) {}

    record OfObject(Object v) {}

    record OfOptional(Optional<Integer> v) {}

    record OfList(List<Integer> v) {}

    @SuppressWarnings("ArrayRecordComponent")
    record OfBytes(byte[] v) {}

    record OfId(UUID v) {}

    record OfDay(LocalDate v) {}

    record OfClock(LocalTime v) {}

    record OfLocal(LocalDateTime v) {}

    record OfInstant(Instant v) {}

    record OfOffset(OffsetDateTime v) {}

    record OfAnother(int other) {}

    record OfNothing() {}

    /** Says what it does not like, as its users' records may. */
    record OfEven(int v) {
        OfEven {
            if (v % 2 != 0) {
                throw new IllegalArgumentException(v + " is odd");
            }
        }
    }

    private static final List<Class<?>> TYPES = Stream.concat(
                    Arrays.stream(RecordReadingTest.class.getDeclaredClasses()).filter(Class::isRecord),
                    Stream.of(int.class, Long.class, double.class, boolean.class, String.class, Object.class))
            .toList();

    /** A type, and values of it. */
    private static final List<String> COLUMNS = List.of(
            "tinyint | 2 | 0 | null | 1",
            "smallint | 2 | 0 | null | 1",
            "int | 2 | 0 | null | 1 | 2000000000",
            "bigint | 2 | 0 | null | 1 | 5000000000",
            "real | 1.5 | 0 | null | -0.0",
            "double precision | 1.5 | 0 | null | 'NaN'",
            "boolean | true | false | null",
            "numeric(20, 2) | 1.10 | 0 | null | 2.00",
            "varchar | '1' | '' | null | 'xy'",
            "char(2) | 'x' | null",
            "varbinary | x'00ff' | x'' | null",
            "uuid | '6b1c5a52-3b5c-4b9b-8d8c-0d6f1f9d2d11' | null",
            "date | '2026-11-22' | null",
            "time(6) | '10:15:30.5' | null",
            "timestamp | '2026-11-22 10:15:30.5' | null",
            "timestamp with time zone | '2026-11-22 10:15:30.5+01' | null",
            "int array | array[1, null] | array[] | null",
            "json | '[1]' | null");

    @RegisterExtension
    final H2 h2 = new H2();

    private Db db;

    /** After the first row, all are of what is read later. */
    @BeforeEach
    void open() {
        db = Db.jdbc(h2.pool(), H2.options(1).fetch(1));
    }

    @TestFactory
    Stream<DynamicTest> whatIsReadLaterIsWhatARowBecomes() {
        return COLUMNS.stream()
                .map(column -> dynamicTest(column, () -> {
                    List<String> parts = List.of(column.split(" \\| ", -1));
                    for (String value : parts.subList(1, parts.size())) {
                        String rows = "(values (1, cast(%2$s as %1$s)), (2, cast(%3$s as %1$s))) as t(n, v) order by n"
                                .formatted(parts.getFirst(), parts.get(1), value);
                        checkAll("select v from " + rows);
                        checkAll("select n, v from " + rows);
                    }
                }));
    }

    private void checkAll(String sql) {
        Query query = db.query(sql);
        List<Row> rows = query.rows().toList().await(GENEROUS);
        for (Class<?> type : TYPES) {
            assertEquals(
                    outcome(() -> rows.stream().map(row -> item(row, type, sql)).toList()),
                    outcome(() -> query.as(type).toList().await(GENEROUS)),
                    sql + " as " + type);
        }
    }

    private static Object item(Row row, Class<?> type, String sql) {
        Object made = row.as(type);
        if (made == null) {
            throw new SqlException(
                    Reason.USAGE, "a row is null, which no item can be: use rows(), or coalesce(..)", sql);
        }
        return made;
    }

    private static String outcome(Supplier<List<?>> made) {
        try {
            return made.get().stream().map(RecordReadingTest::seen).toList().toString();
        } catch (SqlException | IllegalArgumentException failure) {
            return failure.getClass() + " " + failure.getMessage();
        }
    }

    private static String seen(@Nullable Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof Record made) {
            return Arrays.stream(made.getClass().getRecordComponents())
                    .map(component -> seen(valueOf(component, made)))
                    .toList()
                    .toString();
        }
        return Arrays.deepToString(new Object[] {value}) + value.getClass().getSimpleName();
    }

    private static @Nullable Object valueOf(RecordComponent component, Record made) {
        try {
            return component.getAccessor().invoke(made);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @Test
    void componentsAreFoundWhereverTheirColumnsAre() {
        record Four(int a, String b, double c, @Nullable Long d) {}

        List<List<String>> orders = orders(
                List.of("7 as a", "'x' as b", "cast(1.5 as double precision) as c", "cast(null as bigint) as d"));
        assertEquals(24, orders.size(), "more layouts than are kept");
        for (List<String> order : orders) {
            assertEquals(
                    Collections.nCopies(3, new Four(7, "x", 1.5, null)),
                    db.query("select " + String.join(", ", order) + " from system_range(1, 3)")
                            .as(Four.class)
                            .toList()
                            .await(GENEROUS),
                    order::toString);
        }
    }

    private static List<List<String>> orders(List<String> columns) {
        if (columns.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> orders = new ArrayList<>();
        for (String first : columns) {
            List<String> others = new ArrayList<>(columns);
            others.remove(first);
            for (List<String> order : orders(others)) {
                orders.add(Stream.concat(Stream.of(first), order.stream()).toList());
            }
        }
        return orders;
    }

    @Test
    void noRecordIsMadeBeforeItIsAskedFor() {
        record OfCounted(long v) {
            private static final AtomicInteger MADE = new AtomicInteger();

            @SuppressWarnings("UnusedMethod") // what reads rows calls it
            OfCounted {
                MADE.incrementAndGet();
            }
        }

        VirtualTime time = new VirtualTime();
        Probe<OfCounted> probe = Probe.subscribeTo(
                db.query("select x as v from system_range(1, 9)").as(OfCounted.class), time.context(), 2);
        probe.awaitItems(2);
        while (time.timers() == 0) { // it waits for demand
            Thread.onSpinWait();
        }
        assertEquals(2, OfCounted.MADE.get());
        probe.cancel();
    }
}
