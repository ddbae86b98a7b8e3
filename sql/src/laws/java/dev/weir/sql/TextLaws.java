package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sql.engine.Rendered;
import dev.weir.sql.text.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Databases that read a text by other rules than PostgreSQL: none runs with values in other places than were meant. */
public abstract class TextLaws {
    /** An empty database, by all ways to it. */
    protected abstract List<DataSource> pools();

    /** The one whose driver asks the database when a statement is prepared. */
    protected abstract DataSource judge();

    /** How many parameters the database finds in what its driver is given; -1 if it does not take it. */
    private static int foundBy(Connection connection, Sql sql) {
        String text = Rendered.forJdbc(sql, Arrays.asList(new Object[sql.parameters()]))
                .text();
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            return statement.getParameterMetaData().getParameterCount();
        } catch (SQLException e) {
            return -1;
        }
    }

    private static Query query(Db db, Sql sql) {
        if (sql.names() == null) {
            return db.query(sql.text(), new Object[sql.parameters()]);
        }
        Query query = db.query(sql.text());
        for (String name : sql.distinctNames()) {
            query = query.bind(name, null);
        }
        return query;
    }

    /** Null if there are parameters of both kinds. */
    private static Sql read(String text) {
        try {
            return Sql.of(text);
        } catch (IllegalArgumentException both) {
            return null;
        }
    }

    /** {@code -Dfuzz.seeds=100000} makes it as many. */
    @Test
    void whatTheDatabaseReadsOtherwiseIsToldAndNotRun() throws SQLException {
        List<Db> dbs = pools().stream().map(pool -> Db.jdbc(pool, 1)).toList();
        int told = 0;
        int same = 0;
        int runs = Integer.getInteger("fuzz.seeds", 4_000);
        try (Connection connection = judge().getConnection()) {
            for (int seed = 0; seed < runs; seed++) {
                Sql sql = read(new OddTexts(new Random(seed), List.of("?"), 20).next());
                int theirs = sql == null ? -1 : foundBy(connection, sql);
                if (theirs >= 0 && theirs == sql.parameters()) {
                    same++;
                } else if (theirs >= 0) {
                    told++;
                    dbs.forEach(db -> EngineLaws.assertWrong(
                            "the database finds other parameters",
                            query(db, sql).rows().toList()));
                }
            }
        }
        String counts = same + " are read the same, " + told + " otherwise";
        assertTrue(same > runs / 100 && told > runs / 200, counts);
    }

    @Test
    void whatIsReadTheSameRuns() {
        for (DataSource pool : pools()) {
            Query query = Db.jdbc(pool, 1).query("select ? -- it's ?\n, 'it''s ?', 4/? /* ? # */", 1, 2);
            assertEquals(
                    List.of(List.of(1, "it's ?")),
                    query.rows()
                            .map(row -> List.<Object>of(
                                    row.get(row.columns().get(0), Integer.class),
                                    row.get(row.columns().get(1), String.class)))
                            .toList()
                            .await(EngineLaws.GENEROUS));
        }
    }
}
