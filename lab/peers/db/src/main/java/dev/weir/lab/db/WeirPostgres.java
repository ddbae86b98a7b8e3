package dev.weir.lab.db;

import dev.weir.postgres.Notification;
import dev.weir.postgres.Notifications;
import dev.weir.postgres.Postgres;
import dev.weir.sql.Db;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Weir without JDBC. */
final class WeirPostgres {
    private WeirPostgres() {}

    static Work points(Place place) {
        Db db = Postgres.of(place.url()).db();
        return seconds -> Callers.asynchronous(
                (id, told) -> db.query(Tables.POINT + "?", id)
                        .one(String.class)
                        .subscribe(name -> told.accept(name, null), failure -> told.accept(null, failure)),
                seconds);
    }

    static Work scan(Place place) {
        return WeirJdbc.scan(Postgres.of(place.url()).db());
    }

    static Work batch(Place place) throws SQLException {
        return WeirJdbc.batch(place, Postgres.of(place.url()).db());
    }

    static Work notification(Place place) throws InterruptedException {
        Postgres postgres = Postgres.of(place.url());
        Db db = postgres.db();
        Notifications notifications = Notifications.of(postgres);
        CountDownLatch listening = new CountDownLatch(1);
        LinkedBlockingQueue<String> came = new LinkedBlockingQueue<>();
        notifications.listen(Jdbc.CHANNEL).subscribe(told -> {
            if (told instanceof Notification.Message message) {
                came.add(message.payload());
            } else {
                listening.countDown();
            }
        });
        listening.await();
        return Repeated.trips(number -> {
            Notifications.notify(db, Jdbc.CHANNEL, String.valueOf(number)).subscribe();
            Serve.check(came.take().equals(String.valueOf(number)), "another message");
        });
    }

    static Work channel(Place place) {
        Notifications notifications = Notifications.of(place.url());
        notifications.listen(Jdbc.CHANNEL).subscribe();
        return Repeated.trips(number ->
                notifications.listen(Jdbc.CHANNEL + "_" + number).first().await());
    }
}
