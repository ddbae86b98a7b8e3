package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections that are there, while nothing that the server answers comes through. */
class HeldNetworkTest {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    private Proxy proxy;
    private Postgres postgres;
    private final List<Cancellable> subscriptions = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        URI server = URI.create(SERVER.database().url());
        proxy = new Proxy(server.getPort());
        postgres = Postgres.of("postgresql://postgres@127.0.0.1:" + proxy.port() + server.getPath());
    }

    @AfterEach
    void close() throws IOException {
        postgres.close();
        proxy.close();
    }

    private void subscribe(Many<?> many) {
        subscriptions.add(many.subscribe(_ -> {}, _ -> {}, () -> {}));
    }

    private void awaitSent(Runnable sends) {
        long before = proxy.asked();
        sends.run();
        PostgresServer.await("it is sent", () -> proxy.asked() > before);
    }

    @Test
    void whateverIsCancelledWhileATransactionBeginsOrEndsIsGivenBack() {
        Db db = postgres.db();
        One<Integer> one = db.query("select 1").one(Integer.class);
        CompletableFuture<Integer> commits = new CompletableFuture<>();
        CompletableFuture<Integer> reached = new CompletableFuture<>();
        CompletableFuture<Integer> inside = new CompletableFuture<>();
        CompletableFuture<Integer> never = new CompletableFuture<>();
        Probe<Integer> paused = Probe.subscribeTo(
                db.query("select n from generate_series(1, 1000) as n").as(Integer.class), 10);
        Probe<Integer> ended = Probe.subscribeTo(
                db.query("select n from generate_series(1, 20) as n").as(Integer.class), 10);
        subscribe(db.tx(_ -> one.flatMap(_ -> {
                    reached.complete(1);
                    return One.from(() -> commits);
                }))
                .toMany());
        subscribe(db.tx(t -> t.tx(u -> u.query("select 1").one(Integer.class).flatMap(_ -> {
                    inside.complete(1);
                    return One.from(() -> never);
                })))
                .toMany());
        paused.awaitItems(10);
        ended.awaitItems(10);
        reached.join();
        inside.join();
        PostgresServer.await("they are there", () -> db.load().inUse() == 4);
        db.tx(t -> t.query("select 1").one(Integer.class)).await(GENEROUS); // leaves a connection to begin on
        proxy.hold();
        awaitSent(() -> commits.complete(1));
        awaitSent(() -> ended.request(10));
        awaitSent(() ->
                subscribe(db.tx(t -> t.query("select 1").one(Integer.class)).toMany()));
        PostgresServer.await("it begins", () -> db.load().inUse() == 5);
        subscriptions.forEach(Cancellable::cancel);
        paused.cancel();
        ended.cancel();
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
    }

    /** Who asks for that has to wait for an answer before, as it may go over TLS. */
    @Test
    void whatRunsIsStoppedWhenAllAreClosedHoweverLongTheServerTakesToAnswer() {
        Probe<Integer> sleeping = Probe.subscribeTo(
                postgres.db().query(DbLaws.SLEEPING).one(Integer.class).toMany());
        PostgresServer.await("it runs", () -> SERVER.sleeping() == 1);
        proxy.delay(Duration.ofMillis(1_200));
        postgres.close();
        sleeping.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.CONNECTION);
        PostgresServer.await("nothing runs", () -> SERVER.running() == 0);
    }

    @Test
    void whatRunsIsStoppedWhenAllAreClosedAlsoIfTheServerDoesNotHearOfItAtOnce() {
        Probe<Integer> sleeping = Probe.subscribeTo(
                postgres.db().query(DbLaws.SLEEPING).one(Integer.class).toMany());
        PostgresServer.await("it runs", () -> SERVER.sleeping() == 1);
        proxy.lose(2);
        postgres.close();
        sleeping.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.CONNECTION);
        PostgresServer.await("nothing runs", () -> SERVER.running() == 0);
    }

    /** More of them would take all sockets that there are. */
    @Test
    void aConnectionThatIsNotMadeInTimeIsClosed() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Postgres late = Postgres.of("postgresql://postgres@127.0.0.1:" + silent.getLocalPort() + "/postgres")) {
            Probe<Integer> probe = Probe.subscribeTo(
                    late.db().query("select 1").one(Integer.class).toMany());
            try (Socket dialed = silent.accept()) {
                dialed.setSoTimeout((int) GENEROUS.toMillis());
                assertTrue(dialed.getInputStream().readAllBytes().length > 0); // up to its end
                probe.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.CONNECTION);
            }
        }
    }
}
