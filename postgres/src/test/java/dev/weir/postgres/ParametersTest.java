package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sql.OddTexts;
import dev.weir.sql.engine.Rendered;
import dev.weir.sql.text.Sql;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Parameters are found where the server finds them, whatever the text. */
class ParametersTest {
    private static final Pattern PERHAPS = Pattern.compile("::|\\?\\?|\\?|:[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final int MOST = 8;

    /** How many parameters the server finds in a text; -1 if it does not take it. */
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("""
        create function parameters(text) returns int language plpgsql as $body$
            declare found int;
            begin
                execute 'prepare asked as ' || $1;
                select cardinality(parameter_types) into found from pg_prepared_statements where name = 'asked';
                deallocate asked;
                return found;
            exception when others then
                return -1;
            end $body$\
        """);

    /** A text in which some of what may be parameters are, and some of what may be operators. */
    private record Reading(String text, int marks, int names, int changes) {
        boolean isMixed() {
            return marks > 0 && names > 0;
        }
    }

    /** All ways to read a text. */
    private static List<Reading> readings(String text) {
        List<MatchResult> places = PERHAPS.matcher(text)
                .results()
                .filter(found -> !found.group().equals("::"))
                .toList();
        List<Reading> readings = new ArrayList<>();
        for (int chosen = 0; places.size() <= MOST && chosen < 1 << places.size(); chosen++) {
            StringBuilder read = new StringBuilder();
            int begin = 0;
            int marks = 0;
            int names = 0;
            for (int i = 0; i < places.size(); i++) {
                if ((chosen >> i & 1) == 1) {
                    String found = places.get(i).group();
                    marks += found.equals("?") ? 1 : 0;
                    names += found.startsWith(":") ? 1 : 0;
                    read.append(text, begin, places.get(i).start());
                    read.append(found.equals("??") ? "?" : mark(marks + names));
                    begin = places.get(i).end();
                }
            }
            read.append(text, begin, text.length());
            readings.add(new Reading(read.toString(), marks, names, Integer.bitCount(chosen)));
        }
        return readings;
    }

    private static String mark(int number) {
        return "$" + number + "::int";
    }

    private static List<Integer> found(List<Reading> readings) {
        return SERVER.db()
                .query(
                        "select parameters(text) from unnest(?) with ordinality as read (text, place) order by place",
                        (Object) readings.stream().map(Reading::text).toArray(String[]::new))
                .as(Integer.class)
                .toList()
                .await(GENEROUS);
    }

    /** The one that the server takes with all of its parameters; null if it takes none. */
    private static Reading taken(String text) {
        List<Reading> readings = readings(text);
        List<Integer> found = found(readings);
        return IntStream.range(0, readings.size())
                .filter(i -> found.get(i) == readings.get(i).marks + readings.get(i).names)
                .mapToObj(readings::get)
                .min(Comparator.comparingInt(Reading::changes)) // in a literal an operator may be one or not
                .orElse(null);
    }

    private static String ours(String text) {
        Sql sql = Sql.of(text);
        return Rendered.of(sql, Arrays.asList(new Object[sql.parameters()]), (number, _) -> mark(number))
                .text();
    }

    /** {@code -Dfuzz.seeds=100000} makes it as many, of each kind. */
    @Test
    void parametersAreWhereTheServerFindsThem() {
        int runs = Integer.getInteger("fuzz.seeds", 2_000);
        int taken = 0;
        for (int seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            OddTexts odd = new OddTexts(
                    random, random.nextBoolean() ? List.of("?", "'[1]'::jsonb ?? '1'") : List.of(":a", ":b_1"), 1);
            String text = odd.next();
            Reading theirs = taken(text);
            if (theirs != null && theirs.isMixed()) {
                assertThrows(IllegalArgumentException.class, () -> ours(text), text);
            } else if (theirs != null) {
                taken++;
                assertEquals(theirs.text, ours(text), () -> "of " + text);
            }
        }
        int least = runs / 10;
        int most = taken;
        assertTrue(most > least, () -> "the server has taken no more than " + most);
    }
}
