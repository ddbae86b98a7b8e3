package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that takes connections, or its network, and says nothing: who finds none is not told that others have them. */
class UnreachableTest {
    private ServerSocket silent;
    private Postgres postgres;

    @BeforeEach
    void begin() throws IOException {
        silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void end() throws IOException {
        postgres.close();
        silent.close();
    }

    private Db open(int connectSeconds, PostgresOptions options) {
        postgres = Postgres.of(
                "postgresql://postgres@127.0.0.1:" + silent.getLocalPort() + "/postgres?connect_timeout="
                        + connectSeconds,
                options);
        return postgres.db();
    }

    private static void assertTold(List<One<Integer>> all, Predicate<Throwable> right) {
        List<Probe<Integer>> probes = new ArrayList<>();
        all.forEach(one -> probes.add(Probe.subscribeTo(one.toMany())));
        probes.forEach(probe -> probe.awaitEnd(GENEROUS).assertFailed(right));
    }

    private static Predicate<Throwable> unconnected(String why) {
        return failure -> failure instanceof SqlException told
                && told.reason() == Reason.CONNECTION
                && told.getMessage().contains(why);
    }

    private static List<One<Integer>> several(Db db) {
        List<One<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(db.query("select 1").one(Integer.class));
            all.add(db.tx(t -> t.query("select 1").one(Integer.class)));
        }
        return all;
    }

    @Test
    void whoWaitsForAPermitIsToldWhyThereIsNoConnection() {
        PostgresOptions few =
                PostgresOptions.standard().shared(1, 1).connections(1).waiting(100, Duration.ofSeconds(5));
        assertTold(several(open(1, few)), unconnected("the server has not answered for 1000 ms"));
    }

    @Test
    void whoIsLetInIsToldWhyThereIsNoConnection() {
        PostgresOptions one = PostgresOptions.standard().shared(1, 64).waiting(100, Duration.ofSeconds(5));
        assertTold(several(open(1, one)), unconnected("the server has not answered for 1000 ms"));
    }

    @Test
    void whoComesWhenNobodyKnowsYetWhyIsToldThatThereIsNoConnection() {
        Db db = open(60, PostgresOptions.standard().shared(1, 64).waiting(100, Duration.ofMillis(100)));
        var dials = db.query("select 1").one(Integer.class).subscribe();
        PostgresServer.await("it dials", () -> db.load().inUse() == 1);
        assertTold(List.of(db.query("select 2").one(Integer.class)), unconnected("none could be made for 100 ms"));
        dials.cancel();
    }

    @Test
    void whoFindsTheLineFullIsToldWhyThereIsNoConnection() {
        Db db = open(1, PostgresOptions.standard().shared(1, 1).waiting(0, Duration.ofSeconds(5)));
        One<Integer> one = db.query("select 1").one(Integer.class);
        assertTold(List.of(one), unconnected("the server has not answered for 1000 ms"));
        long refused = db.load().refused();
        assertTold(List.of(one, one), unconnected("the server has not answered for 1000 ms"));
        assertTrue(db.load().refused() > refused);
        assertEquals(0, db.load().waiting());
    }
}
