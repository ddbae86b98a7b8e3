package dev.weir.sql;

import static dev.weir.sql.H2.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.SqlException.Reason;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class QueryTest {
    record Rate(String code, BigDecimal rate) {}

    enum Side {
        BUY,
        SELL
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Wide(
            int id,
            Long big,
            Side side,
            UUID uuid,
            byte[] bytes,
            Instant createdAt,
            LocalDateTime local,
            LocalDate day,
            LocalTime clock,
            List<Integer> numbers,
            String[] words,
            double factor,
            boolean truth) {}

    @RegisterExtension
    final H2 h2 = new H2();

    private Db db;

    @BeforeEach
    void makeTable() {
        db = h2.db();
        db.query("create table rates (code varchar primary key, rate numeric(12, 4) not null)")
                .update()
                .await(GENEROUS);
        var _ = db.query("insert into rates values (?, ?)")
                .batch(Many.of(List.of("EUR", 1), List.of("USD", new BigDecimal("1.07")), List.of("JPY", 160)))
                .toList()
                .await(GENEROUS);
    }

    private static SqlException failure(One<?> one) {
        return assertThrows(SqlException.class, () -> one.await(GENEROUS));
    }

    @Test
    void rowsBecomeRecords() {
        List<Rate> rates = db.query("select rate, code from rates where rate > :least order by code")
                .bind("least", 1)
                .as(Rate.class)
                .toList()
                .await(GENEROUS);
        assertEquals(
                List.of(new Rate("JPY", new BigDecimal("160.0000")), new Rate("USD", new BigDecimal("1.0700"))), rates);
    }

    @Test
    void plainValuesAndSingleRows() {
        assertEquals(
                List.of("EUR", "JPY", "USD"),
                db.query("select code from rates order by code")
                        .as(String.class)
                        .toList()
                        .await(GENEROUS));
        assertEquals(3, db.query("select count(*) from rates").one(int.class).await(GENEROUS));
        assertNull(db.query("select code from rates where code = ?", "XXX")
                .one(String.class)
                .await(GENEROUS));
        assertNull(db.query("select null").one(String.class).await(GENEROUS));
    }

    @Test
    void timesInArraysKeepTheirFractions() {
        Object[] times = db.query("select array[time '10:15:30.5', null] as times")
                .rows()
                .map(row -> row.get("times", Object[].class))
                .first()
                .await(GENEROUS);
        assertEquals(Arrays.asList(LocalTime.parse("10:15:30.5"), null), Arrays.asList(times));
    }

    @Test
    void severalRowsAreNotOne() {
        SqlException failure = failure(db.query("select code from rates").one(String.class));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("select code from rates"), failure.getMessage());
    }

    @Test
    void eachTypeGoesThereAndBack() {
        var _ = db.query("create table wide (id int, big bigint, side varchar, uuid uuid, bytes varbinary, created_at"
                        + " timestamp with time zone, local timestamp, day_ date, clock time, numbers int array,"
                        + " words varchar array, factor double precision, truth boolean)")
                .update()
                .await(GENEROUS);
        Wide wide = new Wide(
                1,
                1L << 40,
                Side.SELL,
                UUID.randomUUID(),
                new byte[] {1, 2},
                Instant.parse("2026-11-22T10:15:30.123456Z"),
                LocalDateTime.parse("2026-11-22T10:15:30"),
                LocalDate.parse("2026-11-22"),
                LocalTime.parse("10:15:30"),
                List.of(),
                new String[] {"a", "b"},
                0.5,
                true);
        var _ = db.query("insert into wide values (:id, :big, :side, :uuid, :bytes, :createdAt, :local, :day, :clock,"
                        + " array[1, 2], :words, :factor, :truth)")
                .batch(Many.of(wide))
                .toList()
                .await(GENEROUS);
        Wide back = db.query("select * from wide").one(Wide.class).await(GENEROUS);
        assertEquals(List.of(1, 2), back.numbers());
        assertEquals(List.of("a", "b"), List.of(back.words()));
        assertEquals(List.of(1, 2), List.of((int) back.bytes()[0], (int) back.bytes()[1]));
        assertEquals(
                wide,
                new Wide(
                        back.id(),
                        back.big(),
                        back.side(),
                        back.uuid(),
                        wide.bytes(),
                        back.createdAt(),
                        back.local(),
                        back.day(),
                        back.clock(),
                        wide.numbers(),
                        wide.words(),
                        back.factor(),
                        back.truth()));
    }

    @Test
    void aCollectionIsAsManyParameters() {
        assertEquals(
                List.of("EUR", "USD"),
                db.query("select code from rates where code in (:codes) order by code")
                        .bind("codes", List.of("USD", "EUR", "XXX"))
                        .as(String.class)
                        .toList()
                        .await(GENEROUS));
        SqlException failure = failure(db.query("select code from rates where code in (:codes)")
                .bind("codes", List.of())
                .as(String.class)
                .toList());
        assertTrue(failure.getMessage().contains("empty"), failure.getMessage());
    }

    @Test
    void updatesTellHowMany() {
        assertEquals(
                2L,
                db.query("update rates set rate = rate * 2 where rate > 1")
                        .update()
                        .await(GENEROUS));
    }

    @Test
    void generatedKeysAreRows() {
        var _ = db.query("create table orders (id bigint generated always as identity, code varchar)")
                .update()
                .await(GENEROUS);
        Query insert = db.query("insert into orders (code) values (:code)").returning("id");
        assertEquals(1L, insert.bind("code", "A").one(Long.class).await(GENEROUS));
        assertEquals(
                List.of(2L), insert.bind("code", "B").as(Long.class).toList().await(GENEROUS));
        assertThrows(IllegalStateException.class, insert::update);
    }

    @Test
    void aBatchOfRecordsOrMapsTellsTheCountOfEach() {
        Query update = db.query("update rates set rate = :rate where code = :code");
        assertEquals(
                List.of(1L, 0L, 1L),
                update.batch(Many.of(
                                new Rate("EUR", BigDecimal.TWO),
                                new Rate("XXX", BigDecimal.ONE),
                                Map.of("code", "USD", "rate", 3)))
                        .toList()
                        .await(GENEROUS));
    }

    @Test
    void aBatchThatFailsIsUndoneAsAWhole() {
        SqlException failure = failure(db.query("insert into rates values (?, ?)")
                .batch(Many.of(List.of("CHF", 1), List.of("EUR", 1)))
                .toList());
        assertEquals(Reason.DUPLICATE, failure.reason());
        assertEquals(
                3, db.query("select count(*) from rates").one(Integer.class).await(GENEROUS));
    }

    @Test
    void aLongBatchIsCutIntoPieces() {
        var _ = db.query("create table numbers (n int)").update().await(GENEROUS);
        assertEquals(
                2_500L,
                db.query("insert into numbers values (?)")
                        .batch(Many.range(0, 2_500).map(List::of))
                        .count()
                        .await(GENEROUS));
        assertEquals(
                2_500,
                db.query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
    }

    @Test
    void changesOfRowsAreKeptWhenTheyComplete() {
        assertEquals(
                List.of("CHF"),
                db.query("select code from final table (insert into rates values ('CHF', 1))")
                        .as(String.class)
                        .toList()
                        .await(GENEROUS));
        assertEquals(
                4, db.query("select count(*) from rates").one(Integer.class).await(GENEROUS));
    }

    @Test
    void failuresHaveAReasonAndTheQuery() {
        assertEquals(
                Reason.DUPLICATE,
                failure(db.query("insert into rates values ('EUR', 1)").update())
                        .reason());
        assertEquals(
                Reason.CONSTRAINT,
                failure(db.query("insert into rates values ('CHF', null)").update())
                        .reason());
        assertEquals(
                Reason.DATA,
                failure(db.query("select cast('x' as int)").one(Integer.class)).reason());
        SqlException unknown = failure(db.query("select * from nowhere").rows().toList());
        assertEquals(Reason.STATEMENT, unknown.reason());
        assertEquals("select * from nowhere", unknown.query());
        assertTrue(
                unknown.getMessage().endsWith("[" + unknown.sqlState() + "], in: select * from nowhere"),
                unknown.getMessage());
    }

    private void assertWrong(String expected, One<?> one) {
        SqlException failure = failure(one);
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains(expected), failure.getMessage());
    }

    @Test
    void whatDoesNotFitSaysSo() {
        record Other(String code, String name) {}
        record Small(byte rate) {}
        record Primitive(int code) {}

        assertWrong(
                "component name",
                db.query("select * from rates").as(Other.class).toList());
        assertWrong(
                "CODE, RATE", db.query("select * from rates").as(Other.class).toList());
        assertWrong(
                "one column", db.query("select * from rates").as(String.class).toList());
        assertWrong(
                "is null",
                db.query("select cast(null as int) as code").as(Primitive.class).toList());
        assertWrong(
                "is a String",
                db.query("select 'x' as code").as(Primitive.class).toList());
        assertWrong("byte", db.query("select 1000 as rate").as(Small.class).toList());
        assertWrong(
                "Rounding", db.query("select 1.5 as code").as(Primitive.class).toList());
        assertWrong("is null", db.query("select null").as(String.class).toList());
        assertWrong(
                "has no value", db.query("select :a + :b").bind("a", 1).rows().toList());
        assertWrong(
                "has 1 parameter, and 0 values are given",
                db.query("select ?").rows().toList());
        assertWrong(
                "has 2 parameters, and 1 value is given",
                db.query("select ? + ?", 1).rows().toList());
        assertWrong("update()", db.query("delete from rates").rows().toList());
        assertWrong(
                "no column x",
                db.query("select 1 as y")
                        .rows()
                        .map(row -> row.get("x", Integer.class))
                        .toList());
        assertEquals(
                3, db.query("select count(*) from rates").one(Integer.class).await(GENEROUS));
    }

    @Test
    void whatMayBeMissingIsAnOptional() {
        record Found(Optional<String> name, Optional<Integer> number) {}

        assertEquals(
                List.of(new Found(Optional.empty(), Optional.of(1)), new Found(Optional.of("a"), Optional.empty())),
                db.query("select * from (values (null, 1), ('a', null)) as found(name, number) order by number"
                                + " desc nulls last")
                        .as(Found.class)
                        .toList()
                        .await(GENEROUS));
        assertWrong(
                "is a String",
                db.query("select 'x' as number, 'y' as name").as(Found.class).toList());
    }

    @Test
    void aFailureTellsItsReason() {
        SqlException failure =
                failure(db.query("insert into rates values ('EUR', 1)").update());
        assertTrue(failure.toString().contains("SqlException: DUPLICATE: "), failure::toString);
    }

    @Test
    void whatIsWrongBeforeItRunsIsThrown() {
        assertThrows(IllegalArgumentException.class, () -> db.query("select :a").bind("b", 1));
        assertThrows(IllegalArgumentException.class, () -> db.query("select :a", 1));
        assertThrows(IllegalArgumentException.class, () -> db.query("select :a, ?"));
    }

    @Test
    void jsonGoesThroughTheCodec() {
        JsonCodec quoting = new JsonCodec() {
            @Override
            public Object read(String json, java.lang.reflect.Type type) {
                return new Side[] {Side.valueOf(json.replaceAll("[^A-Z]", ""))}[0];
            }

            @Override
            public String write(Object value) {
                return "{\"side\":\"" + value + "\"}";
            }
        };
        Db withJson = Db.jdbc(h2.pool(), JdbcOptions.permits(1).json(quoting));
        Query query = withJson.query("select cast(? format json as json) as settings", new Json(Side.BUY));
        assertEquals("{\"side\":\"BUY\"}", query.one(String.class).await(GENEROUS));
        assertEquals(Side.BUY, query.one(Side.class).await(GENEROUS));
        assertWrong(
                "codec", db.query("select ? format json", new Json(Side.BUY)).one(String.class));
        assertWrong("codec", db.query("select json '{}'").one(Side.class));
    }

    @Test
    void aQueryMayRunAgain() {
        Many<String> codes = db.query("select code from rates order by code").as(String.class);
        assertEquals(codes.toList().await(GENEROUS), codes.toList().await(GENEROUS));
    }
}
