package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.Operators;
import dev.weir.sql.Db;
import dev.weir.sql.Query;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A list is as many parameters as it has items, so a statement with one has a text for each of its sizes. */
class LongStatementsTest {
    private static final String KEPT = "select coalesce(sum(length(statement)), 0)::int8 from pg_prepared_statements";
    private static final long MOST_KEPT = 1_100_000; // and what asks for it

    @RegisterExtension
    static final PostgresServer SERVER = PostgresServer.shared("");

    private Postgres postgres;
    private Db db;

    @BeforeEach
    void open() {
        postgres = Postgres.of(
                SERVER.database().url(), PostgresOptions.standard().shared(1, 8).connections(1));
        db = postgres.db();
    }

    @AfterEach
    void close() {
        postgres.close();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }

    private static Query in(Db db, int size) {
        return db.query("select count(*) from generate_series(1, 100000) as n where n in (:ids)")
                .bind("ids", IntStream.rangeClosed(1, size).boxed().toList());
    }

    private static void assertBounded(Db db) {
        long kept = db.query(KEPT).one(Long.class).await(GENEROUS);
        assertTrue(kept < MOST_KEPT, () -> "kept " + kept);
    }

    @Test
    void textsOfAllSizesAreNotKept() {
        for (int size = 10_000; size < 10_030; size++) {
            assertEquals(size, in(db, size).one(Integer.class).await(GENEROUS));
        }
        assertBounded(db);
    }

    @Test
    void whatIsForgottenCountsNoMore() {
        for (int round = 0; round < 4; round++) {
            for (int size = 10_000; size < 10_010; size++) {
                assertEquals(size, in(db, size).one(Integer.class).await(GENEROUS));
            }
            assertBounded(db);
            var _ = db.query("deallocate all").update().await(GENEROUS);
        }
        assertEquals(10_000, in(db, 10_000).one(Integer.class).await(GENEROUS));
        long kept = db.query(KEPT).one(Long.class).await(GENEROUS);
        assertTrue(kept > 100_000, () -> "kept " + kept);
    }

    @Test
    void whatIsLongerThanAllMayBeIsNotKept() {
        assertEquals(1, db.query("select 1").one(Integer.class).await(GENEROUS));
        Query longer = db.query("select count(*) from generate_series(1, 100000) as n where n::text in (:ids)")
                .bind(
                        "ids",
                        IntStream.rangeClosed(1, 65_535)
                                .mapToObj(String::valueOf)
                                .toList());
        Query rows = db.query("select n from generate_series(1, 100000) as n where n::text in (:ids)")
                .bind(
                        "ids",
                        IntStream.rangeClosed(1, 65_535)
                                .mapToObj(String::valueOf)
                                .toList());
        for (int round = 0; round < 2; round++) {
            assertEquals(
                    300L,
                    rows.as(Integer.class)
                            .through(Operators.limitRate(100))
                            .take(300)
                            .count()
                            .await(GENEROUS)); // in pieces
            assertEquals(65_535L, rows.as(Integer.class).count().await(GENEROUS));
            assertEquals(65_535, longer.one(Integer.class).await(GENEROUS));
            assertEquals(List.of(65_535), longer.as(Integer.class).toList().await(GENEROUS));
            assertBounded(db);
        }
        long kept = db.query("select count(*) from pg_prepared_statements where statement = :one")
                .bind("one", "select 1")
                .one(Long.class)
                .await(GENEROUS);
        assertEquals(1, kept);
    }

    @Test
    void moreParametersThanTheProtocolCountsAreRefused() {
        assertEquals(65_535, in(db, 65_535).one(Integer.class).await(GENEROUS));
        for (One<?> one : List.of(
                in(db, 65_536).one(Integer.class),
                in(db, 70_000).as(Integer.class).toList(),
                in(db, 70_000).update())) {
            SqlException failure = DbLaws.failure(one);
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("65535: give an array to = any(..)"), failure.getMessage());
        }
    }
}
