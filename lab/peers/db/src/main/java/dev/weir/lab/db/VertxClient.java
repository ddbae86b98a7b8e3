package dev.weir.lab.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.RowStream;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** The client that Weir's engine uses, by hand: as many connections, as many statements under way, as many threads. */
final class VertxClient {
    private static final int CONNECTIONS = 4;
    private static final int IN_FLIGHT = 64;

    private VertxClient() {}

    private static PgConnection connect(Vertx vertx, Place place) {
        PgConnectOptions options = PgConnectOptions.fromUri(place.url())
                .setPipeliningLimit(IN_FLIGHT)
                .setCachePreparedStatements(true);
        return await(PgConnection.connect(vertx, options));
    }

    private static Vertx vertx() {
        return Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    static Work points(Place place) {
        Vertx vertx = vertx();
        List<PgConnection> connections = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(connect(vertx, place));
        }
        return seconds -> Callers.asynchronous(
                (id, told) -> connections
                        .get(id % CONNECTIONS)
                        .preparedQuery(Tables.POINT + "$1")
                        .execute(Tuple.of(id))
                        .onComplete(rows -> told.accept(rows.succeeded() ? first(rows.result()) : null, rows.cause())),
                seconds);
    }

    private static String first(RowSet<Row> rows) {
        return rows.iterator().next().getString(0);
    }

    static Work scan(Place place) {
        PgConnection connection = connect(vertx(), place);
        return Repeated.scan(reader -> {
            Transaction transaction = await(connection.begin());
            PreparedStatement statement = await(connection.prepare(Tables.SCAN));
            CompletableFuture<Void> done = new CompletableFuture<>();
            RowStream<Row> rows = statement.createStream(Jdbc.FETCH, Tuple.tuple());
            rows.exceptionHandler(done::completeExceptionally);
            rows.endHandler(done::complete);
            rows.handler(row -> reader.take(new Item(row.getInteger(0), row.getString(1), row.getDouble(2))));
            done.join();
            await(statement.close());
            await(transaction.commit());
        });
    }

    static Work batch(Place place) throws SQLException {
        PgConnection connection = connect(vertx(), place);
        return Repeated.insert(place, () -> {
            List<Tuple> batch = new ArrayList<>();
            long count = 0;
            for (var items = Item.inserted().iterator(); items.hasNext(); ) {
                Item item = items.next();
                batch.add(Tuple.of(item.id(), item.name(), item.amount()));
                if (batch.size() == Jdbc.BATCH) {
                    await(connection.query("begin").execute());
                    count += counted(await(connection
                            .preparedQuery("insert into copies (id, name, amount) values ($1, $2, $3)")
                            .executeBatch(batch)));
                    await(connection.query("commit").execute());
                    batch = new ArrayList<>();
                }
            }
            return count;
        });
    }

    private static long counted(RowSet<Row> rows) {
        long count = 0;
        for (RowSet<Row> each = rows; each != null; each = each.next()) {
            count += each.rowCount();
        }
        return count;
    }

    static Work notification(Place place) {
        Vertx vertx = vertx();
        PgConnection listening = connect(vertx, place);
        PgConnection sending = connect(vertx, place);
        LinkedBlockingQueue<String> came = new LinkedBlockingQueue<>();
        listening.notificationHandler(notification -> came.add(notification.getPayload()));
        await(listening.query("listen " + Jdbc.CHANNEL).execute());
        return Repeated.trips(number -> {
            var _ = sending.preparedQuery("select pg_notify($1, $2)")
                    .execute(Tuple.of(Jdbc.CHANNEL, String.valueOf(number)));
            Serve.check(came.take().equals(String.valueOf(number)), "another message");
        });
    }

    static Work channel(Place place) {
        PgConnection connection = connect(vertx(), place);
        return Repeated.trips(number -> {
            String channel = Jdbc.CHANNEL + "_" + number;
            await(connection.query("listen " + channel).execute());
            var _ = connection.query("unlisten " + channel).execute(); // not waited for: the server's list stays short
        });
    }
}
