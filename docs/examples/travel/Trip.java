package travel;

import java.math.BigDecimal;

/** What an agency has to know to find a flight. */
record Trip(User user, Place from, BigDecimal fee) {
    record User(long id, String name) {}

    record Place(String city) {}

    record Flight(String number, BigDecimal price) {}

    record Ticket(long id, String name, Flight flight, BigDecimal paid) {}
}
