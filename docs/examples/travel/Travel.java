package travel;

import dev.weir.One;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import travel.Trip.Flight;
import travel.Trip.Ticket;

/** Books the flight of the agency that answers first. */
final class Travel {
    static final Duration PATIENCE = Duration.ofSeconds(5); // with all agencies, then with the booking
    static final Duration PATIENCE_FOR_FEE = Duration.ofMillis(500);
    static final BigDecimal USUAL_FEE = new BigDecimal("5.00");

    private final Bookings bookings;
    private final Services services;
    private final List<Agency> agencies;

    Travel(Bookings bookings, Services services, List<Agency> agencies) {
        this.bookings = bookings;
        this.services = services;
        this.agencies = List.copyOf(agencies);
    }

    // tag::book
    One<Ticket> book(long user) {
        return trip(user)
                .flatMap(trip -> firstFlight(trip).flatMap(flight -> bookings.book(trip, flight)
                        .timeout(PATIENCE))) // rolls back
                .named("trip of user " + user);
    }
    // end::book

    // tag::trip
    One<Trip> trip(long user) {
        return One.zip( // all three at once; if one fails, the others are cancelled
                bookings.user(user),
                services.locate(user),
                services.fee(user).timeout(PATIENCE_FOR_FEE).onErrorReturn(failure -> USUAL_FEE),
                Trip::new);
    }
    // end::trip

    // tag::first
    One<Flight> firstFlight(Trip trip) {
        List<One<Flight>> searches = agencies.stream()
                .map(agency -> agency.search().flight(trip).named("search of " + agency.name()))
                .toList();
        return One.<Flight>any(searches).timeout(PATIENCE); // the first flight wins, all other searches are cancelled
    }
    // end::first
}
