package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.SqlException.Reason;
import java.io.IOException;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds for queries whatever the engine and the database: each is a subclass. */
public abstract class QueryLaws extends EngineLaws {
    record Rate(String code, BigDecimal rate) {}

    /** The same, with a codec. */
    protected abstract Db open(JsonCodec codec);

    /** The type of a column that the database numbers by itself. */
    protected abstract String numbered();

    /** How a parameter is written that becomes JSON. */
    protected String json() {
        return "?";
    }

    @BeforeEach
    final void makeTables() {
        run("create table rates (code varchar(10) primary key, rate numeric(12, 4) not null)");
        run("insert into rates values ('EUR', 1), ('USD', 1.07), ('JPY', 160)");
        run("create table holes (id int primary key, number int, word varchar(10), amount numeric(12, 1))");
        run("insert into holes values (1, 1, null, 1.5), (2, null, 'a', null)");
    }

    private static <T> List<T> listOf(Many<T> many) {
        return many.toList().await(GENEROUS);
    }

    private List<String> codes(String condition, Object... values) {
        return listOf(db().query("select code from rates where " + condition + " order by code", values)
                .as(String.class));
    }

    private int count() {
        return db().query("select count(*) from rates").one(Integer.class).await(GENEROUS);
    }

    @Test
    void rowsBecomeRecords() {
        assertEquals(
                List.of(new Rate("JPY", new BigDecimal("160.0000")), new Rate("USD", new BigDecimal("1.0700"))),
                listOf(db().query("select rate, code from rates where rate > :least order by code")
                        .bind("least", 1)
                        .as(Rate.class)));
    }

    @Test
    void plainValuesAndSingleRows() {
        assertEquals(List.of("EUR", "JPY", "USD"), codes("1 = 1"));
        assertEquals(3, db().query("select count(*) from rates").one(int.class).await(GENEROUS));
        assertNull(db().query("select code from rates where code = ?", "XXX")
                .one(String.class)
                .await(GENEROUS));
        assertNull(db().query("select word from holes where id = 1")
                .one(String.class)
                .await(GENEROUS));
    }

    @Test
    void aRowMayBeKept() {
        List<Row> rows = listOf(
                db().query("select id, number, word from holes order by id").rows());
        assertEquals(
                List.of("id", "number", "word"),
                rows.getLast().columns().stream()
                        .map(column -> column.toLowerCase(Locale.ROOT))
                        .toList());
        assertEquals(1, rows.getFirst().get("number", Integer.class));
        assertNull(rows.getFirst().get("word", String.class));
        assertEquals("a", rows.getLast().get("Word", String.class));
        assertNull(rows.getLast().get("number", Integer.class));
    }

    @Test
    void severalRowsAreNotOne() {
        assertWrong(
                "select code from rates", db().query("select code from rates").one(String.class));
    }

    @Test
    void aCollectionIsAsManyParameters() {
        assertEquals(
                List.of("EUR", "USD"),
                listOf(db().query("select code from rates where code in (:codes) order by code")
                        .bind("codes", List.of("USD", "EUR", "XXX"))
                        .as(String.class)));
        assertEquals(List.of("EUR", "USD"), codes("code in (?) and rate < ?", List.of("USD", "EUR", "JPY"), 100));
        assertEquals(List.of("JPY"), codes("code in (?)", Set.of("JPY")));
        assertEquals(List.of("JPY", "USD"), codes("code in (?) or code in (?)", List.of("USD"), List.of("JPY", "XXX")));
        List<Integer> numbers = IntStream.range(0, 500).boxed().toList();
        assertEquals(
                List.of(1, 2),
                listOf(db().query("select id from holes where id in (:ids) order by id")
                        .bind("ids", numbers)
                        .as(Integer.class)));
        assertEquals(
                2L,
                db().query("update rates set rate = rate * 2 where code in (:codes)")
                        .bind("codes", List.of("USD", "JPY"))
                        .update()
                        .await(GENEROUS));
    }

    @Test
    void noListOfSqlIsEmpty() {
        for (One<?> one : List.of(
                db().query("select code from rates where code in (?)", List.of())
                        .as(String.class)
                        .toList(),
                db().query("select code from rates where code in (?)", List.of())
                        .one(String.class),
                db().query("delete from rates where code in (?)", List.of()).update())) {
            assertWrong("empty", one);
        }
        assertEquals(3, count());
    }

    @Test
    void updatesTellHowMany() {
        assertEquals(
                2L,
                db().query("update rates set rate = rate * 2 where rate > 1")
                        .update()
                        .await(GENEROUS));
    }

    @Test
    void keysOfAnInsertAreRows() {
        run("create table orders (id " + numbered() + ", code varchar(10))");
        Query insert = db().query("insert into orders (code) values (:code)").returning("id");
        assertEquals(1L, insert.bind("code", "A").one(Long.class).await(GENEROUS));
        assertEquals(List.of(2L), listOf(insert.bind("code", "B").as(Long.class)));
        assertThrows(IllegalStateException.class, insert::update);
    }

    @Test
    void keysAreGivenWhateverTheTextEndsWith() {
        run("create table orders (id " + numbered() + ", code varchar(10))");
        long last = 0;
        for (String end : List.of("", ";", " -- it is new", "; -- it is new", " ;\n-- it\n; /* is new */ ")) {
            Query insert = db().query("insert into orders (code) values (?)" + end, "A;")
                    .returning("id");
            assertEquals(++last, insert.one(Long.class).await(GENEROUS), end);
        }
    }

    @Test
    void whatDoesNotGiveTheOneRowThatWasExpectedChangesNothing() {
        assertWrong("has no rows", db().query("delete from rates").one(String.class));
        run("create table orders (id " + numbered() + ", code varchar(10))");
        Query keys = db().query("insert into orders (code) values (?)", "A").returning("id");
        assertWrong("is asked for", keys.one(Boolean[].class));
        Query more =
                db().query("insert into orders (code) select code from rates").returning("id");
        if (givesAllKeys()) {
            assertWrong("several", more.one(Integer.class));
        }
        assertEquals(3, count());
        assertEquals(
                0, db().query("select count(*) from orders").one(Integer.class).await(GENEROUS));
    }

    /** Whether the keys of several rows are told. */
    protected boolean givesAllKeys() {
        return true;
    }

    @Test
    void aNullIsAParameterAsAnyOther() {
        assertEquals(
                1L,
                db().query("update holes set word = :word, number = :number where id = 2")
                        .bind("word", null)
                        .bind("number", 7)
                        .update()
                        .await(GENEROUS));
        assertEquals(
                1L,
                db().query("insert into holes values (?, ?, ?, ?)", 3, null, "b", null)
                        .update()
                        .await(GENEROUS));
        assertEquals(
                List.of("1 1 null", "2 7 null", "3 null b"),
                listOf(db().query("select id, number, word from holes order by id")
                        .rows()
                        .map(row -> row.get("id", Integer.class) + " " + row.get("number", Integer.class) + " "
                                + row.get("word", String.class))));
    }

    @Test
    void aBatchOfRecordsOrMapsTellsTheCountOfEach() {
        Query update = db().query("update rates set rate = :rate where code = :code");
        assertEquals(
                List.of(1L, 0L, 1L),
                listOf(update.batch(Many.of(
                        new Rate("EUR", BigDecimal.TWO),
                        new Rate("XXX", BigDecimal.ONE),
                        Map.of("code", "USD", "rate", 3)))));
        assertEquals(List.of("EUR", "JPY", "USD"), codes("rate > 1"));
    }

    @Test
    void aBatchOfListsOrArraysTellsTheCountOfEach() {
        assertEquals(
                List.of(1L, 0L, 1L),
                listOf(db().query("update rates set rate = ? where code = ?")
                        .batch(Many.of(List.of(2, "EUR"), new Object[] {BigDecimal.ONE, "XXX"}, List.of(3, "USD")))));
        assertEquals(List.of("EUR", "JPY", "USD"), codes("rate > 1"));
    }

    @Test
    void valuesOfABatchMayBeNull() {
        Map<String, Object> without = new HashMap<>();
        without.put("id", 1);
        without.put("number", null);
        assertEquals(
                List.of(1L, 1L),
                listOf(db().query("update holes set number = :number where id = :id")
                        .batch(Many.of(without, Map.of("id", 2, "number", 2)))));
        assertEquals(
                List.of(2),
                listOf(db().query("select number from holes where number is not null")
                        .as(Integer.class)));
    }

    @Test
    void whatNoBatchTakesSaysSo() {
        record Coded(String code) {}

        Query update = db().query("update rates set rate = :rate where code = :code");
        assertWrong(
                "is no component of Coded",
                update.batch(Many.of(new Coded("EUR"))).toList());
        assertWrong(
                ":rate has no value",
                update.batch(Many.of(Map.of("code", "EUR"))).toList());
        assertWrong("records or maps", update.batch(Many.of(List.of(1, "EUR"))).toList());
        assertWrong(
                "collection",
                update.batch(Many.of(Map.of("code", List.of("EUR"), "rate", 1))).toList());
        Query positional = db().query("update rates set rate = ? where code = ?");
        assertWrong(
                "has 2 parameters, and 1 value is given",
                positional.batch(Many.of(List.of(1))).toList());
        assertWrong(
                "arrays or lists",
                positional.batch(Many.of(new Rate("EUR", BigDecimal.TWO))).toList());
        assertEquals(List.of("EUR"), codes("rate = 1"));
    }

    @Test
    void itemsOfABatchLackWhatIsBound() {
        record Code(String code) {}
        record Coded(String code, int n) {}

        Query update = db().query("update rates set rate = :rate where code = :code");
        assertEquals(
                List.of(1L, 1L, 0L, 1L, 0L),
                listOf(update.bind("rate", 7)
                        .batch(Many.of(
                                Map.of("code", "EUR"),
                                new Code("USD"),
                                new Code("XXX"),
                                Map.of("code", "JPY", "rate", 8),
                                new Coded("YYY", 1)))));
        assertEquals(List.of("EUR", "USD"), codes("rate = 7"));
        assertEquals(List.of("JPY"), codes("rate = 8"));
        assertEquals(
                List.of(1L),
                listOf(db().query("update holes set number = :number where id = :id")
                        .bind("number", null)
                        .batch(Many.of(Map.of("id", 1)))));
        assertWrong(
                "collection",
                update.bind("rate", List.of(1))
                        .batch(Many.of(Map.of("code", "EUR")))
                        .toList());
    }

    @Test
    void whatABatchHasNoUseForIsRefusedAtOnce() {
        Query values = db().query("insert into rates values (?, ?)", "CHF", 1);
        assertThrows(IllegalStateException.class, () -> values.batch(Many.of(List.of("GBP", 2))));
        Query keys = db().query("insert into rates values (?, ?)").returning("code");
        assertThrows(IllegalStateException.class, () -> keys.batch(Many.of(List.of("GBP", 2))));
        assertEquals(3, count());
    }

    @Test
    void aBatchThatFailsIsUndoneAsAWhole() {
        SqlException failure = failure(db().query("insert into rates values (?, ?)")
                .batch(Many.of(List.of("CHF", 1), List.of("EUR", 1)))
                .toList());
        assertEquals(Reason.DUPLICATE, failure.reason(), failure::toString);
        assertEquals(3, count());
    }

    @Test
    void aLongBatchIsCutIntoPieces() {
        run("create table numbers (n int)");
        assertEquals(
                2_500L,
                db().query("insert into numbers values (?)")
                        .batch(Many.range(0, 2_500).map(List::of))
                        .count()
                        .await(GENEROUS));
        assertEquals(
                2_500,
                db().query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
    }

    @Test
    void failuresHaveAReasonAndTheQuery() {
        for (Map.Entry<String, Reason> wrong : Map.of(
                        "insert into rates values ('EUR', 1)", Reason.DUPLICATE,
                        "insert into rates values ('CHF', null)", Reason.CONSTRAINT,
                        "insert into rates values ('CHF', 123456789)", Reason.DATA,
                        "insert into nowhere values (1)", Reason.STATEMENT,
                        "selec 1", Reason.STATEMENT)
                .entrySet()) {
            SqlException failure = failure(db().query(wrong.getKey()).update());
            assertEquals(wrong.getValue(), failure.reason(), failure::toString);
            assertEquals(wrong.getKey(), failure.query());
            assertTrue(
                    failure.toString().startsWith(SqlException.class.getName() + ": " + wrong.getValue() + ": "),
                    failure::toString);
            assertTrue(
                    failure.getMessage().endsWith("[" + failure.sqlState() + "], in: " + wrong.getKey()),
                    failure.getMessage());
        }
        assertEquals(
                Reason.STATEMENT,
                failure(db().query("select * from nowhere").rows().toList()).reason());
        assertEquals(3, count());
    }

    @Test
    void aColumnThatIsMissingIsNamedWithThoseThereAre() {
        record Other(String code, String name) {}

        One<?> rows = db().query("select * from rates").as(Other.class).toList();
        assertWrong("component name", rows);
        assertTrue(failure(rows).getMessage().toLowerCase(Locale.ROOT).contains("code, rate"), failure(rows)::toString);
        assertWrong(
                "no column x",
                db().query("select 1 as y")
                        .rows()
                        .map(row -> row.get("x", Integer.class))
                        .toList());
        assertWrong(
                "one column", db().query("select * from rates").as(String.class).toList());
    }

    @Test
    void aValueOfAnotherTypeOrThatIsTooLargeSaysSo() {
        record Small(byte rate) {}
        record Whole(int rate) {}

        assertWrong(
                "is a String",
                db().query("select word as rate from holes where id = 2")
                        .as(Whole.class)
                        .toList());
        assertWrong(
                "is a String",
                db().query("select code from rates").as(Integer.class).toList());
        assertWrong(
                "is a String",
                db().query("select code from rates")
                        .rows()
                        .map(row -> row.get("code", Integer.class))
                        .toList());
        assertWrong("byte", db().query("select 1000 as rate").as(Small.class).toList());
        assertWrong("byte", db().query("select 1000 as rate").one(byte.class));
        assertWrong(
                "Rounding",
                db().query("select amount as rate from holes where id = 1")
                        .as(Whole.class)
                        .toList());
    }

    @Test
    void aNullIsNeitherAPrimitiveNorAnItem() {
        record Whole(int number) {}

        assertWrong(
                "is null",
                db().query("select number from holes").as(Whole.class).toList());
        assertWrong(
                "is null", db().query("select number from holes where id = 2").one(int.class));
        assertWrong(
                "is null",
                db().query("select number from holes").as(Integer.class).toList());
        assertWrong(
                "is null", db().query("select word from holes").as(String.class).toList());
    }

    @Test
    void whatMayBeMissingIsAnOptional() {
        record Found(Optional<String> word, Optional<Integer> number) {}

        assertEquals(
                List.of(new Found(Optional.empty(), Optional.of(1)), new Found(Optional.of("a"), Optional.empty())),
                listOf(db().query("select number, word from holes order by id").as(Found.class)));
        assertWrong(
                "is a String",
                db().query("select code as number, code as word from rates")
                        .as(Found.class)
                        .toList());
    }

    @Test
    void valuesThatAreMissingOrTooManyAreCounted() {
        for (Map.Entry<Query, String> wrong : Map.of(
                        db().query("select :a + :b").bind("a", 1), ":b has no value",
                        db().query("select ?"), "has 1 parameter, and 0 values are given",
                        db().query("select ? + ?", 1), "has 2 parameters, and 1 value is given",
                        db().query("select 1", 1), "has 0 parameters, and 1 value is given")
                .entrySet()) {
            assertWrong(wrong.getValue(), wrong.getKey().rows().toList());
            assertWrong(wrong.getValue(), wrong.getKey().one(Integer.class));
            assertWrong(wrong.getValue(), wrong.getKey().update());
        }
    }

    @Test
    void whatHasNoRowsSaysSo() {
        assertWrong("update()", db().query("delete from rates").rows().toList());
        assertWrong("update()", db().query("delete from rates").as(String.class).toList());
        assertEquals(3, count());
    }

    @Test
    void whatHasRowsIsNoUpdate() {
        for (String definition : List.of("create table others (n int)", "drop table others")) {
            assertEquals(0, db().query(definition).update().await(GENEROUS));
        }
        assertEquals(
                3,
                db().query("-- create\n/* it */ update rates set rate = rate * 2")
                        .update()
                        .await(GENEROUS));
        SqlException failure = failure(db().query("select code from rates").update());
        assertEquals("select code from rates", failure.query());
        assertEquals(Reason.USAGE, failure.reason(), failure::toString);
        assertTrue(failure.getMessage().contains("ask for rows()"), failure.getMessage());
        assertEquals(3, count());
    }

    @Test
    void whatIsWrongBeforeItRunsIsThrown() {
        assertThrows(
                IllegalArgumentException.class, () -> db().query("select :a").bind("b", 1));
        assertThrows(IllegalArgumentException.class, () -> db().query("select :a", 1));
        assertThrows(IllegalArgumentException.class, () -> db().query("select :a, ?"));
    }

    /** Whoever got the connection next would be in it. */
    @Test
    void transactionsAreNoStatements() {
        for (String text : List.of("begin", "start transaction", "commit", "rollback;")) {
            String told = assertThrows(IllegalArgumentException.class, () -> db().query(text))
                    .getMessage();
            assertTrue(told.contains("by tx(..)") && told.endsWith(": " + text), told);
        }
    }

    private record Point(int x) {}

    /** Points and lists of numbers. */
    private static final class Codec implements JsonCodec {
        @Override
        public Object read(String json, Type type) throws IOException {
            if (json.equals("null")) {
                return null;
            } else if (json.contains("bad")) {
                throw new IOException("bad at 17");
            }
            List<Integer> numbers = Pattern.compile("\\d+")
                    .matcher(json)
                    .results()
                    .map(found -> Integer.valueOf(found.group()))
                    .toList();
            return type == Point.class ? new Point(numbers.getFirst()) : numbers;
        }

        @Override
        public String write(Object value) throws IOException {
            if (value.equals("unwritable")) {
                throw new IOException("bad: " + value);
            }
            return value instanceof Point point ? "{\"x\": " + point.x + "}" : value.toString();
        }
    }

    @Test
    void jsonGoesThroughTheCodec() {
        record Shape(int id, Optional<Point> point, List<Integer> numbers) {}

        run("create table shapes (id int primary key, point json, numbers json)");
        Db withJson = open(new Codec());
        String insert = "insert into shapes values (?, " + json() + ", " + json() + ")";
        Json numbers = new Json(List.of(1, 2));
        assertEquals(
                1L,
                withJson.query(insert, 1, new Json(new Point(7)), numbers)
                        .update()
                        .await(GENEROUS));
        assertEquals(List.of(1L), listOf(withJson.query(insert).batch(Many.<Object[]>of(new Object[] {2, null, numbers
        }))));
        assertEquals(
                List.of(
                        new Shape(1, Optional.of(new Point(7)), List.of(1, 2)),
                        new Shape(2, Optional.empty(), List.of(1, 2))),
                listOf(withJson.query("select * from shapes order by id").as(Shape.class)));
        assertEquals(
                "[1,2]",
                db().query("select numbers from shapes where id = 1")
                        .one(String.class)
                        .map(text -> text.replace(" ", ""))
                        .await(GENEROUS));
        assertWrong("codec", db().query("select * from shapes").as(Shape.class).toList());
        assertWrong("codec", db().query(insert, 3, new Json(new Point(7)), null).update());
    }

    @Test
    void whatIsNullInJsonIsNull() {
        record Shape(Point point, Optional<Point> other, Optional<List<Integer>> numbers) {}

        run("create table shapes (point json, other json, numbers json)");
        Db withJson = open(new Codec());
        Json none = new Json("null");
        String insert = "insert into shapes values (" + json() + ", " + json() + ", " + json() + ")";
        var _ = withJson.query(insert, none, none, none).update().await(GENEROUS);
        assertEquals(
                List.of(new Shape(null, Optional.empty(), Optional.empty())),
                listOf(withJson.query("select * from shapes").as(Shape.class)));
        assertNull(withJson.query("select numbers from shapes").one(List.class).await(GENEROUS));
        assertWrong(
                "is null",
                withJson.query("select numbers from shapes").as(List.class).toList());
    }

    @Test
    void aCodecThatFailsIsTheCause() {
        record Shape(Point point) {}

        run("create table shapes (point json)");
        Db withJson = open(new Codec());
        var _ = withJson.query("insert into shapes values (" + json() + ")", new Json("{\"bad\": 1}"))
                .update()
                .await(GENEROUS);
        SqlException failure =
                failure(withJson.query("select point from shapes").one(Shape.class));
        assertInstanceOf(IOException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("java.io.IOException"), failure.getMessage());
        assertFalse(failure.getMessage().contains("bad at 17"), failure::getMessage); // it may have a part of the value
        assertTrue(
                failure.getMessage().toLowerCase(Locale.ROOT).startsWith("column point does not fit into"),
                failure.getMessage());
    }

    @Test
    void aCodecThatCanNotWriteIsTheCause() {
        Db withJson = open(new Codec());
        SqlException failure = failure(
                withJson.query("select " + json(), new Json("unwritable")).one(String.class));
        assertEquals(Reason.USAGE, failure.reason());
        assertInstanceOf(IOException.class, failure.getCause());
        assertTrue(failure.getMessage().contains("java.io.IOException"), failure.getMessage());
        assertFalse(failure.getMessage().contains("unwritable"), failure::getMessage);
    }

    @Test
    void aQueryMayRunAgain() {
        Many<String> codes = db().query("select code from rates order by code").as(String.class);
        assertEquals(listOf(codes), listOf(codes));
    }
}
