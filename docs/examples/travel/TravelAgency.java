package travel;

import dev.weir.One;
import dev.weir.postgres.Postgres;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import travel.Trip.Flight;
import travel.Trip.Place;

/** Books two trips on a flight with one seat, over a PostgreSQL that it brings along. */
final class TravelAgency {
    private TravelAgency() {}

    public static void main(String[] arguments) {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            Database database = server.createDatabase();
            database.execute(Bookings.TABLES + "insert into users values (1, 'Ada', 500), (2, 'Bob', 500);"
                    + " insert into flights values ('QW 1', 1)");
            try (Postgres postgres = Postgres.of(database.url())) {
                Travel travel = new Travel(new Bookings(postgres.db()), new Simulated(), agencies());
                IO.println(travel.book(1).await());
                IO.println(travel.book(2).map(Object::toString).onErrorReturn(Throwable::getMessage).await());
            }
        }
    }

    private static List<Agency> agencies() {
        return List.of(
                new Agency("Broken Wings", trip -> One.fail(() -> new IOException("no answer"))),
                new Agency("Quick Wings", trip -> flight("QW 1", Duration.ofMillis(50))),
                new Agency("Slow Wings", trip -> flight("SW 1", Duration.ofMinutes(1))
                        .doOnCancel(() -> IO.println("Slow Wings need not search on"))));
    }

    private static One<Flight> flight(String number, Duration time) {
        return One.of(new Flight(number, new BigDecimal("95.50"))).delay(time);
    }

    private static final class Simulated implements Services {
        @Override
        public One<Place> locate(long user) {
            return One.blocking(() -> { // on a virtual thread
                Thread.sleep(Duration.ofMillis(20));
                return new Place("Hamburg");
            });
        }

        @Override
        public One<BigDecimal> fee(long user) {
            return One.of(new BigDecimal("2.50"));
        }
    }
}
