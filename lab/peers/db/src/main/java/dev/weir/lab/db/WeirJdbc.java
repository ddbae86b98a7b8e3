package dev.weir.lab.db;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.Many;
import dev.weir.postgres.Copy;
import dev.weir.sql.Db;
import java.sql.SQLException;

/** Weir over JDBC, with the pool that the others have. */
final class WeirJdbc {
    private WeirJdbc() {}

    private static Db db(String jdbcUrl) {
        return Db.jdbc(Jdbc.pool(jdbcUrl), Jdbc.CONNECTIONS);
    }

    static Work points(Place place) {
        Db db = db(place.jdbcUrl());
        return seconds -> Callers.asynchronous(
                (id, told) -> db.query(Tables.POINT + "?", id)
                        .one(String.class)
                        .subscribe(name -> told.accept(name, null), failure -> told.accept(null, failure)),
                seconds);
    }

    static Work scan(Place place) {
        return scan(db(place.jdbcUrl()));
    }

    static Work scan(Db db) {
        return Repeated.scan(reader ->
                db.query(Tables.SCAN).as(Item.class).forEach(reader::take).await());
    }

    static Work batch(Place place, boolean rewritten) throws SQLException {
        return batch(place, db(place.jdbcUrl() + "&reWriteBatchedInserts=" + rewritten));
    }

    static Work batch(Place place, Db db) throws SQLException {
        return Repeated.insert(
                place,
                () -> db.query("insert into copies (id, name, amount) values (:id, :name, :amount)")
                        .batch(Many.fromStream(Item::inserted))
                        .count()
                        .await());
    }

    static Work copy(Place place) throws SQLException {
        HikariDataSource pool = Jdbc.pool(place.jdbcUrl());
        Copy copy = Copy.of(pool, 1);
        return Repeated.insert(
                place,
                () -> copy.in("copies", Item.class, Many.fromStream(Item::inserted))
                        .await());
    }

    static Work copyOut(Place place) {
        Copy copy = Copy.of(Jdbc.pool(place.jdbcUrl()), 1);
        return Repeated.scan(
                reader -> copy.out("items", Item.class).forEach(reader::take).await());
    }
}
