package dev.weir.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.QueryLaws;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PipelinedQueryTest extends QueryLaws {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    private final List<Postgres> opened = new ArrayList<>();

    private Db open(PostgresOptions options) {
        Postgres postgres = Postgres.of(SERVER.database().url(), options);
        opened.add(postgres);
        return postgres.db();
    }

    @Override
    protected Db open() {
        return open(PostgresOptions.standard());
    }

    @Override
    protected Db open(JsonCodec codec) {
        return open(PostgresOptions.standard().json(codec));
    }

    @Override
    protected String numbered() {
        return "bigint generated always as identity";
    }

    @Override
    protected void close() {
        opened.forEach(Postgres::close);
        opened.clear();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }

    @Test
    void aCopyIsToldWhatRunsIt() {
        Db db = open(PostgresOptions.standard());
        SERVER.database().execute("create table lines (n int); insert into lines values (7)");
        for (String copy : List.of("copy lines to stdout", "/* all */ COPY lines\nFROM -- me\n STDIN (format csv)")) {
            for (One<?> one : List.<One<?>>of(
                    db.query(copy).update(),
                    db.query(copy).one(String.class),
                    db.query(copy).rows().toList(),
                    db.tx(tx -> tx.query(copy).update()))) {
                SqlException failure = DbLaws.failure(one);
                assertEquals(Reason.USAGE, failure.reason(), failure::toString);
                assertTrue(failure.getMessage().contains("Copy.of(dataSource, 2)"), failure::toString);
            }
        }
        String server = "copy (select 'lines to stdout' from lines) to program 'cat > /dev/null'";
        assertEquals(0, db.query(server).update().await(PostgresServer.GENEROUS));
    }

    @Test
    void timesInArraysAreRoundedAsTheyAreByThemselves() {
        Db db = open(PostgresOptions.standard());
        LocalDateTime time = LocalDateTime.of(2024, 2, 29, 23, 59, 59, 123_456_789);
        for (Object[] times : List.of(
                new LocalDateTime[] {time, null, time.plusNanos(999)},
                new OffsetDateTime[] {time.atOffset(ZoneOffset.ofHours(3))},
                new LocalTime[] {time.toLocalTime(), LocalTime.of(1, 2)},
                new LocalTime[] {time.toLocalTime(), null, LocalTime.MAX},
                new OffsetTime[] {time.toLocalTime().atOffset(ZoneOffset.ofHours(3))},
                new OffsetTime[] {LocalTime.MAX.atOffset(ZoneOffset.ofHours(3))})) {
            for (int i = 0; i < times.length; i++) {
                if (times[i] != null) {
                    String same = "select cast((:times)[" + (i + 1) + "] as varchar(40)) = cast(:time as varchar(40))";
                    assertEquals(
                            true,
                            db.query(same)
                                    .bind("times", times)
                                    .bind("time", times[i])
                                    .one(Boolean.class)
                                    .await(PostgresServer.GENEROUS),
                            () -> Arrays.toString(times));
                }
            }
        }
    }

    @Test
    void anEmptyStatementIsRefused() {
        Db db = open();
        SqlException batch = assertThrows(
                SqlException.class,
                () -> db.query("").batch(Many.of(List.of(), List.of())).toList().await(PostgresServer.GENEROUS));
        assertEquals(Reason.USAGE, batch.reason());
        for (String empty : List.of("", " ;", "-- nothing\n;", "/* nothing */")) {
            SqlException failure = assertThrows(
                    SqlException.class, () -> db.query(empty).update().await(PostgresServer.GENEROUS));
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("the statement is empty"), failure.getMessage());
        }
    }
}
