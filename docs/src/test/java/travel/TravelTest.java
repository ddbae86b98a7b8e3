package travel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.postgres.Postgres;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import travel.Trip.Flight;
import travel.Trip.Place;
import travel.Trip.Ticket;
import travel.Trip.User;

class TravelTest {
    private static final Trip TRIP = new Trip(new User(1, "Ada"), new Place("Hamburg"), BigDecimal.ONE);
    private static final Flight FLIGHT = new Flight("QW 1", new BigDecimal("95.50"));

    private static EmbeddedPostgres server;
    private static Database template;

    private final VirtualTime time = new VirtualTime();
    private final List<String> cancelled = new ArrayList<>();
    private One<Place> place = One.of(new Place("Hamburg"));
    private One<BigDecimal> fee = One.of(new BigDecimal("2.50"));
    private Database database;
    private Postgres postgres;
    private Db db;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start();
        template = server.createDatabase();
        template.execute(Bookings.TABLES + "insert into users values (1, 'Ada', 100), (2, 'Bob', 97.99);"
                + " insert into flights values ('QW 1', 1), ('SW 1', 10)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        database = template.copy();
        postgres = Postgres.of(database.url());
        db = postgres.db();
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    private Travel travel(Agency... agencies) {
        Services services = new Services() {
            @Override
            public One<Place> locate(long user) {
                return place;
            }

            @Override
            public One<BigDecimal> fee(long user) {
                return fee;
            }
        };
        return new Travel(new Bookings(db), services, List.of(agencies));
    }

    private static Agency quick() {
        return new Agency("Quick Wings", trip -> One.of(FLIGHT).delay(Duration.ofSeconds(1)));
    }

    private static Agency broken() {
        return new Agency("Broken Wings", trip -> One.fail(() -> new IOException("no answer")));
    }

    private Agency silent(String name) {
        return new Agency(name, trip -> One.<Flight>never().doOnCancel(() -> cancelled.add(name)));
    }

    /** Runs it in virtual time. */
    private <T> CompletableFuture<T> start(One<T> one) {
        return one.withContext(context -> context.withClock(time))
                .toCompletionStage()
                .toCompletableFuture();
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        return assertThrows(CompletionException.class, future::join).getCause();
    }

    // tag::first
    @Test
    void theFirstFlightWinsAndAllOtherSearchesAreCancelled() {
        CompletableFuture<Flight> flight =
                start(travel(silent("Slow"), quick(), silent("Slower")).firstFlight(TRIP));
        assertEquals(List.of(), cancelled);
        time.advance(Duration.ofSeconds(1));
        assertEquals(FLIGHT, flight.join());
        assertEquals(List.of("Slow", "Slower"), cancelled);
    }
    // end::first

    @Test
    void anAgencyThatFailsFirstDoesNotWin() {
        CompletableFuture<Flight> flight = start(travel(broken(), quick()).firstFlight(TRIP));
        assertFalse(flight.isDone());
        time.advance(Duration.ofSeconds(1));
        assertEquals(FLIGHT, flight.join());
    }

    @Test
    void ifAllAgenciesFailSoDoesTheSearch() {
        Throwable failure = failureOf(start(travel(broken(), broken()).firstFlight(TRIP)));
        assertInstanceOf(IOException.class, failure);
        assertTrue(List.of(failure.getSuppressed()).stream().anyMatch(IOException.class::isInstance), "the other one");
    }

    @Test
    void agenciesThatDoNotAnswerInTimeAreCancelled() {
        CompletableFuture<Flight> flight =
                start(travel(silent("Slow"), broken()).firstFlight(TRIP));
        time.advance(Travel.PATIENCE);
        assertInstanceOf(TimeoutException.class, failureOf(flight));
        assertEquals(List.of("Slow"), cancelled);
    }

    @Test
    void whoCancelsTheTripCancelsEachSearch() {
        Cancellable search =
                travel(silent("Slow"), silent("Slower")).firstFlight(TRIP).subscribe();
        search.cancel();
        assertEquals(List.of("Slow", "Slower"), cancelled);
    }

    @Test
    void aFeeThatIsNotToldInTimeIsTheUsualOne() {
        fee = One.<BigDecimal>never().doOnCancel(() -> cancelled.add("fee"));
        CompletableFuture<Trip> trip = start(travel().trip(1));
        time.advance(Travel.PATIENCE_FOR_FEE);
        assertEquals(Travel.USUAL_FEE, trip.join().fee());
        assertEquals(List.of("fee"), cancelled);
    }

    @Test
    void anUnknownUserNeedsNoPlace() {
        place = One.<Place>never().doOnCancel(() -> cancelled.add("place"));
        assertInstanceOf(NoSuchElementException.class, failureOf(start(travel().trip(3))));
        assertEquals(List.of("place"), cancelled);
    }

    private CompletableFuture<Ticket> book(long user) {
        Agency immediate = new Agency("Quick Wings", trip -> One.of(FLIGHT));
        return start(travel(silent("Slow"), immediate).book(user));
    }

    private String state() {
        return db.query("select (select seats from flights where number = 'QW 1') || ' seats, ' || (select sum(money)"
                        + " from users) || ' money, ' || (select count(*) from tickets) || ' tickets'")
                .one(String.class)
                .await();
    }

    @Test
    void aBookingTakesTheSeatAndTheMoney() {
        assertEquals(new Ticket(1, "Ada", FLIGHT, new BigDecimal("98.00")), book(1).join());
        assertEquals("0 seats, 99.99 money, 1 tickets", state());
        assertEquals(List.of("Slow"), cancelled);
    }

    @Test
    void withoutMoneyTheSeatIsBack() {
        assertEquals("Bob can't pay 98.00", failureOf(book(2)).getMessage());
        assertEquals("1 seats, 197.99 money, 0 tickets", state());
    }

    @Test
    void ofTwoForTheLastSeatOneIsRefused() {
        db.query("update users set money = 100").update().await();
        List<CompletableFuture<Ticket>> both = List.of(book(1), book(2));
        List<String> refused = both.stream()
                .filter(booking ->
                        booking.handle((ticket, failure) -> failure != null).join())
                .map(booking -> failureOf(booking).getMessage())
                .toList();
        assertEquals(List.of("flight QW 1 is sold out"), refused);
        assertEquals("0 seats, 102.00 money, 1 tickets", state());
    }

    @Test
    void aBookingThatTakesTooLongIsRolledBack() throws SQLException {
        try (Connection other = DriverManager.getConnection(database.jdbcUrl())) {
            other.setAutoCommit(false);
            other.createStatement().execute("update users set name = name where id = 1"); // the money has to wait
            CompletableFuture<Ticket> booking = book(1);
            while (db.query("select count(*) from pg_stat_activity where datname = current_database()"
                                    + " and wait_event_type = 'Lock'")
                            .one(Integer.class)
                            .await()
                    == 0) {}
            time.advance(Travel.PATIENCE);
            assertInstanceOf(TimeoutException.class, failureOf(booking));
            other.rollback();
        }
        assertEquals(
                1, db.query("update flights set seats = seats").update().await() - 1, "two rows, nobody holds them");
        assertEquals("1 seats, 197.99 money, 0 tickets", state());
    }
}
