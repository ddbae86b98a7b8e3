package dev.weir.lab.db;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.api.Notification;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jspecify.annotations.NullUnmarked;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** R2DBC with its pool, by hand and below jOOQ. Its values may be null, says it; none of ours is. */
@NullUnmarked
final class Spi {
    private Spi() {}

    private static PostgresqlConnectionFactory factory(Place place) {
        URI uri = URI.create(place.url());
        return new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                .host(uri.getHost())
                .port(uri.getPort())
                .username(uri.getUserInfo())
                .database(uri.getPath().substring(1))
                .build());
    }

    private static ConnectionPool pool(Place place) {
        return new ConnectionPool(ConnectionPoolConfiguration.builder(factory(place))
                .maxSize(Jdbc.CONNECTIONS)
                .build());
    }

    static Work points(Place place) {
        ConnectionPool pool = pool(place);
        return seconds -> Callers.asynchronous(
                (id, told) -> Mono.usingWhen(pool.create(), connection -> nameOf(connection, id), Connection::close)
                        .subscribe(name -> told.accept(name, null), failure -> told.accept(null, failure)),
                seconds);
    }

    private static Mono<String> nameOf(Connection connection, int id) {
        return Mono.from(connection
                        .createStatement(Tables.POINT + "$1")
                        .bind("$1", id)
                        .execute())
                .flatMap(result -> Mono.from(result.map((row, described) -> row.get(0, String.class))));
    }

    private static DSLContext jooq(Place place) {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        return DSL.using(pool(place), SQLDialect.POSTGRES);
    }

    static Work jooqPoints(Place place) {
        DSLContext jooq = jooq(place);
        return seconds -> Callers.asynchronous(
                (id, told) -> Mono.from(jooq.resultQuery(Tables.POINT + "?", id))
                        .subscribe(
                                row -> told.accept(row.get(0, String.class), null),
                                failure -> told.accept(null, failure)),
                seconds);
    }

    static Work scan(Place place) {
        ConnectionPool pool = pool(place);
        return Repeated.scan(reader -> Flux.usingWhen(
                        pool.create(), connection -> items(connection).doOnNext(reader::take), Connection::close)
                .blockLast());
    }

    private static Flux<Item> items(Connection connection) {
        return Flux.usingWhen(
                Mono.from(connection.beginTransaction()).thenReturn(connection),
                begun -> Flux.from(begun.createStatement(Tables.SCAN)
                                .fetchSize(Jdbc.FETCH)
                                .execute())
                        .concatMap(result -> result.map((row, described) -> new Item(
                                row.get(0, Integer.class), row.get(1, String.class), row.get(2, Double.class)))),
                Connection::commitTransaction);
    }

    static Work jooqScan(Place place) {
        DSLContext jooq = jooq(place);
        return Repeated.scan(reader -> Flux.from(jooq.resultQuery(Tables.SCAN).fetchSize(Jdbc.FETCH))
                .doOnNext(row -> reader.take(
                        new Item(row.get(0, Integer.class), row.get(1, String.class), row.get(2, Double.class))))
                .blockLast());
    }

    static Work batch(Place place) throws SQLException {
        PostgresqlConnection connection = factory(place).create().block();
        return Repeated.insert(
                place,
                () -> Flux.fromStream(Item.inserted())
                        .buffer(Jdbc.BATCH)
                        .concatMap(items -> inserted(connection, items))
                        .reduce(0L, Long::sum)
                        .block());
    }

    private static Mono<Long> inserted(PostgresqlConnection connection, List<Item> items) {
        Statement statement = connection.createStatement("insert into copies (id, name, amount) values ($1, $2, $3)");
        for (Item item : items) {
            if (item != items.getFirst()) {
                statement.add();
            }
            statement.bind("$1", item.id()).bind("$2", item.name()).bind("$3", item.amount());
        }
        return connection
                .beginTransaction()
                .thenMany(Flux.from(statement.execute()))
                .concatMap(Result::getRowsUpdated)
                .reduce(0L, Long::sum)
                .delayUntil(count -> connection.commitTransaction());
    }

    static Work notification(Place place) {
        PostgresqlConnection listening = factory(place).create().block();
        PostgresqlConnection sending = factory(place).create().block();
        LinkedBlockingQueue<String> came = new LinkedBlockingQueue<>();
        listening
                .createStatement("listen " + Jdbc.CHANNEL)
                .execute()
                .flatMap(result -> result.getRowsUpdated())
                .blockLast();
        listening.getNotifications().map(Notification::getParameter).subscribe(came::add);
        return Repeated.trips(number -> {
            sending.createStatement("select pg_notify('" + Jdbc.CHANNEL + "', $1)")
                    .bind("$1", String.valueOf(number))
                    .execute()
                    .flatMap(result -> result.map((row, described) -> ""))
                    .subscribe();
            Serve.check(came.take().equals(String.valueOf(number)), "another message");
        });
    }
}
