package travel;

import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.math.BigDecimal;
import java.util.NoSuchElementException;
import travel.Trip.Flight;
import travel.Trip.Ticket;
import travel.Trip.User;

/** Users, seats and tickets, in a database. */
final class Bookings {
    static final String TABLES = """
            create table users (id bigint primary key, name text not null, money numeric not null check (money >= 0));
            create table flights (number text primary key, seats int not null);
            create table tickets (id bigint generated always as identity, user_id bigint not null references users,
                flight text not null references flights, paid numeric not null);
            """;

    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why);
        }
    }

    private final Db db;

    Bookings(Db db) {
        this.db = db;
    }

    One<User> user(long id) {
        return db.query("select id, name from users where id = ?", id)
                .one(User.class)
                .orFail(() -> new NoSuchElementException("there is no user " + id));
    }

    // tag::book
    One<Ticket> book(Trip trip, Flight flight) {
        BigDecimal price = flight.price().add(trip.fee());
        return db.tx(t -> takeSeat(t, flight)
                        .then(pay(t, trip.user(), price))
                        .then(t.query("insert into tickets (user_id, flight, paid) values (:user, :flight, :paid)")
                                .bind("user", trip.user().id())
                                .bind("flight", flight.number())
                                .bind("paid", price)
                                .returning("id")
                                .one(Long.class)
                                .orFail()))
                .map(id -> new Ticket(id, trip.user().name(), flight, price)); // after the commit
    }

    private static One<Long> takeSeat(Db t, Flight flight) {
        return t.query("update flights set seats = seats - 1 where number = ? and seats > 0", flight.number())
                .update()
                .map(changed -> {
                    if (changed == 0) {
                        throw new Refused("flight " + flight.number() + " is sold out");
                    }
                    return changed;
                });
    }

    private static One<Long> pay(Db t, User user, BigDecimal price) {
        return t.query("update users set money = money - ? where id = ?", price, user.id())
                .update()
                .onErrorMap(failure -> failure instanceof SqlException sql && sql.reason() == Reason.CONSTRAINT
                        ? new Refused(user.name() + " can't pay " + price)
                        : failure);
    }
    // end::book
}
