package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private final List<String> log = new ArrayList<>();

    private final class Connection {
        private final String name;

        Connection(String name) {
            this.name = name;
            log.add("open " + name);
        }

        Many<String> rows() {
            return Many.of("row 1", "row 2", "row 3");
        }

        One<String> query(String sql) {
            return One.of(sql + " at " + name);
        }

        void close() {
            log.add("close " + name);
        }

        One<Void> closeLater() {
            return One.ofVoid().doOnValue(nothing -> close());
        }
    }

    @Test
    void using() {
        // tag::using
        Many<String> rows = Many.using(
                () -> new Connection("db"), // may block, and throw
                Connection::rows,
                Connection::close);

        rows.take(2).forEach(log::add).await();
        // end::using
        assertEquals(List.of("open db", "row 1", "row 2", "close db"), log);
    }

    @Test
    void one() {
        // tag::one
        One<String> answer = One.using(
                One.blocking(() -> new Connection("db")),
                connection -> connection.query("select 1"),
                Connection::closeLater); // the answer waits for it
        // end::one
        assertEquals("select 1 at db", answer.await());
        assertEquals(List.of("open db", "close db"), log);
    }

    @Test
    void undelivered() {
        // tag::undelivered
        One<List<Connection>> pair = Many.of("a", "b", "c")
                .mapAsync(1, name -> name.equals("c") ? One.fail(IllegalStateException::new) : connect(name))
                .buffer(3) // holds a and b when the third fails
                .onUndelivered(Connection.class, Connection::close)
                .first();
        // end::undelivered
        pair.subscribe(list -> {}, failure -> log.add("failed"));
        assertEquals(List.of("open a", "open b", "close a", "close b", "failed"), log);
    }

    private One<Connection> connect(String name) {
        return One.supply(() -> new Connection(name));
    }

    // tag::context
    static final Context.Key<String> USER = Context.Key.of("user");

    static Many<String> orders() {
        return Many.deferContextual(context -> ordersOf(context.get(USER)));
    }

    static Many<String> ordersOfAda() {
        return orders().withContext(context -> context.with(USER, "ada"));
    }
    // end::context

    private static Many<String> ordersOf(String user) {
        return Many.of("the order of " + user);
    }

    @Test
    void context() {
        assertEquals(List.of("the order of ada"), ordersOfAda().toList().await());
    }
}
