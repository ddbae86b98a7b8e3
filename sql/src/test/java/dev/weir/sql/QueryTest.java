package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class QueryTest extends QueryLaws {
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

    @Override
    protected Db open() {
        return h2.db();
    }

    @Override
    protected Db open(JsonCodec codec) {
        return Db.jdbc(h2.pool(), H2.options(H2.CONNECTIONS).json(codec));
    }

    @Override
    protected String numbered() {
        return "bigint generated always as identity";
    }

    @Override
    protected String json() {
        return "? format json";
    }

    @Test
    void timesInArraysKeepTheirFractions() {
        Object[] times = db().query("select array[time '10:15:30.5', null] as times")
                .rows()
                .map(row -> row.get("times", Object[].class))
                .first()
                .await(GENEROUS);
        assertEquals(Arrays.asList(LocalTime.parse("10:15:30.5"), null), Arrays.asList(times));
    }

    @Test
    void eachTypeGoesThereAndBack() {
        var _ = db().query("create table wide (id int, big bigint, side varchar, uuid uuid, bytes varbinary, created_at"
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
        var _ = db().query("insert into wide values (:id, :big, :side, :uuid, :bytes, :createdAt, :local, :day, :clock,"
                        + " array[1, 2], :words, :factor, :truth)")
                .batch(Many.of(wide))
                .toList()
                .await(GENEROUS);
        Wide back = db().query("select * from wide").one(Wide.class).await(GENEROUS);
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
    void changesOfRowsAreKeptWhenTheyComplete() {
        assertEquals(
                List.of("CHF"),
                db().query("select code from final table (insert into rates values ('CHF', 1))")
                        .as(String.class)
                        .toList()
                        .await(GENEROUS));
        assertEquals(
                4, db().query("select count(*) from rates").one(Integer.class).await(GENEROUS));
    }
}
