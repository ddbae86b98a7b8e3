package travel;

import dev.weir.One;
import travel.Trip.Flight;

/** Finds flights; some are fast, some fail, some never answer. */
record Agency(String name, Search search) {
    interface Search {
        One<Flight> flight(Trip trip);
    }
}
