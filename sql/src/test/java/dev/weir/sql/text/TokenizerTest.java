package dev.weir.sql.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerTest {
    /** What hides everything that looks like a parameter, closed. */
    private static final List<String> HIDING = List.of(
            "'it''s :x ?'",
            "''",
            "E'it\\'s :x ? \\\\'",
            "e'a''b\\' ?'",
            "\"a ? \"\" :b\"",
            "`a ? :b`",
            "-- :x ? '\n",
            "/* ? /* :nested */ ' */",
            "$$ :x ? $$",
            "$tag$ $$ ? $other$ :x $tag$",
            "x::text",
            "a ?? b",
            "data ??| array[1]",
            "a[1:2]",
            "a := 1",
            "cost$ /**/",
            "$1",
            "a-b",
            "4/2",
            "\n");

    @Test
    void namesAreFound() {
        Sql sql = Sql.of("select :a, :b_2 from t where x=:a::int");
        assertEquals(List.of("a", "b_2", "a"), sql.names());
        assertEquals(List.of("select ", ", ", " from t where x=", "::int"), sql.pieces());
    }

    @Test
    void marksAreFound() {
        Sql sql = Sql.of("?+? ?");
        assertNull(sql.names());
        assertEquals(List.of("", "+", " ", ""), sql.pieces());
        assertEquals(3, sql.parameters());
    }

    @Test
    void bothKindsAreRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> Sql.of("select ? where :b"))
                .getMessage();
        assertTrue(message.contains(":b"), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'open :x ?",
                "\"open :x",
                "/* open ? /* */",
                "$a$ open ?",
                "E'open \\",
                "--",
                "/",
                "-",
                "$",
                ":",
                "::",
                "",
                "??",
                "x$y$ '?'",
                "$1$ '?' $1$"
            })
    void thereIsNoParameter(String text) {
        assertEquals(0, Sql.of(text).parameters(), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"'a' ? 'b'|1", "'\\' ? '|1", "'\\' ? ''|1", "a$b ? c$b|1", "???|1", "????|0", ":::a|1"})
    void countOfMarks(String text, int count) {
        assertEquals(count, Sql.of(text).parameters(), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a;|a",
                "a ; ; |`a `",
                "a; -- b;|a",
                "a; /* b; */ ;|a",
                "a -- b;|a -- b;",
                "a; b|a; b",
                "a;b;|a;b",
                "a; '|a; '",
                "';'|';'",
                "$$;$$;|$$;$$",
                "a; -|a; -",
                "a; /|a; /",
                ";|``"
            })
    void aStatementEndsAtItsEnd(String text, String statement) {
        Sql sql = Sql.of(text);
        assertEquals(List.of(statement), sql.plain(), text);
        assertEquals(List.of(text), sql.pieces());
    }

    @Test
    void whateverIsBetweenThemParametersAreFound() {
        int runs = Integer.getInteger("fuzz.seeds", 20_000);
        for (long seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            boolean named = random.nextBoolean();
            StringBuilder text = new StringBuilder();
            List<String> names = new ArrayList<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                if (random.nextInt(3) == 0) {
                    String name = named ? "n" + random.nextInt(100) : "";
                    names.add(name);
                    text.append(' ').append(named ? ":" + name : "?").append(' ');
                } else {
                    text.append(' ')
                            .append(HIDING.get(random.nextInt(HIDING.size())))
                            .append(' ');
                }
            }
            Sql sql = Sql.of(text.toString());
            assertEquals(names.size(), sql.parameters(), () -> "seed in " + text);
            assertEquals(named && !names.isEmpty() ? names : null, sql.names(), text::toString);
        }
    }

    @Test
    void nothingIsLostOfAnyText() {
        String alphabet = "?:'\"`-/*$\\\neE a1_";
        int runs = Integer.getInteger("fuzz.seeds", 20_000);
        for (long seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Sql sql;
            try {
                sql = Sql.of(text.toString());
            } catch (IllegalArgumentException both) {
                continue;
            }
            StringBuilder again = new StringBuilder(sql.pieces().getFirst());
            for (int i = 0; i < sql.parameters(); i++) {
                again.append(sql.names() == null ? "?" : ":" + sql.names().get(i));
                again.append(sql.pieces().get(i + 1));
            }
            assertEquals(text.toString(), again.toString());
        }
    }
}
