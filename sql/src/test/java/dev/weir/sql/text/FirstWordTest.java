package dev.weir.sql.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FirstWordTest {
    @Test
    void itIsBehindCommentsAndBrackets() {
        for (String text : List.of(
                "Select 1",
                " \t\r\n((select 1)",
                "-- insert\nselect 1",
                "--\rselect 1",
                "/**/select 1",
                "/* a /* nested */ one */ -- insert\n /***/ (select 1)")) {
            assertEquals("select", FirstWord.of(text));
        }
    }

    @Test
    void thereMayBeNone() {
        for (String text : List.of("", " ", "-- select", "/* select", "/* /* */ select", "/*/ select", "1 select")) {
            assertEquals("", FirstWord.of(text));
        }
    }

    @Test
    void whatMayChangeSomethingIsFound() {
        for (String text : List.of(
                "insert into numbers values (1) returning n",
                "(delete from numbers)",
                "truncate numbers",
                "with gone as (Delete from numbers returning n) select n from gone",
                "explain analyze update numbers set n = 1")) {
            assertTrue(FirstWord.mayChange(text), text);
        }
        for (String text : List.of(
                "select 1",
                "with x as (select updated from rates) table x",
                "explain select 1",
                "{call p(?)}",
                "call p()",
                "")) {
            assertFalse(FirstWord.mayChange(text), text);
        }
    }

    @Test
    void onlyChangesHaveCounts() {
        assertTrue(FirstWord.isChange("with x as (select 1) insert into numbers select * from x"));
        assertFalse(FirstWord.isChange("create table numbers (n int)"));
        assertTrue(FirstWord.isWhole("table numbers"));
        assertFalse(FirstWord.isWhole("call something()"));
    }

    @Test
    void whatBeginsOrEndsATransactionIsKnown() {
        for (String text : List.of(
                "begin",
                "Begin ;",
                "-- now\nbegin work",
                "begin transaction isolation level serializable",
                "begin isolation level serializable",
                "BEGIN NOT DEFERRABLE",
                "start  transaction read only",
                "commit",
                "commit and chain;",
                "end transaction",
                "abort",
                "rollback",
                "rollback work",
                "rollback and no chain",
                "commit release",
                "begin -- now",
                "commit /* now */ ;",
                "Commit; /* of a trace */ -- and more\n",
                "begin /* of a trace */ transaction",
                "start/**/transaction",
                "start/* a /* nested */ one */transaction -- ; now\n read only",
                "commit -- now\n and chain",
                "begin -- now\n not /**/ deferrable",
                "begin isolation level /* the highest; */ serializable",
                "begin" + "/*".repeat(100_000),
                "begin" + "/**/".repeat(100_000) + "work",
                "begin" + " ".repeat(100_000) + "not" + " ".repeat(100_000) + "deferrable")) {
            assertTrue(FirstWord.isOfTransaction(text), text);
        }
        for (String text : List.of(
                "",
                "begin not atomic select 1; end",
                "begin p(); end;",
                "begin; insert into numbers values (1); commit",
                "start replica",
                "commit prepared 'x'",
                "rollback to a",
                "rollback work to savepoint a",
                "rollback /* a */ to a",
                "rollback -- work\n to a",
                "begin" + "/**/".repeat(100_000) + "p()",
                "begin" + " ".repeat(100_000) + "not" + " ".repeat(100_000) + "atomic",
                "rollback prepared 'x'",
                "savepoint a",
                "select 'begin'",
                "commit; -- now\nselect 1",
                "beginning")) {
            assertFalse(FirstWord.isOfTransaction(text), text);
        }
    }
}
