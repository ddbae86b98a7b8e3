package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.EventLoopThread;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.OverflowException;
import dev.weir.postgres.Notification.Gap;
import dev.weir.postgres.Notification.Listening;
import dev.weir.postgres.Notification.Message;
import dev.weir.sql.LeftThreads;
import dev.weir.sql.SqlException;
import dev.weir.testkit.Probe;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationsTest {
    private static final String TERMINATE =
            "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname ="
                    + " current_database() and pid <> pg_backend_pid() and query ilike 'listen%'";

    @RegisterExtension
    static final PostgresServer POSTGRES = new PostgresServer("create table seen (what text)");

    enum Kind {
        PIPELINED,
        POLLING;

        Notifications open() {
            return open(Duration.ofSeconds(5));
        }

        Notifications open(Duration linger) {
            Notifications.Builder builder =
                    Notifications.builder().linger(linger).backoff(Duration.ofMillis(5), Duration.ofMillis(50));
            return this == PIPELINED
                    ? builder.build(POSTGRES.database().url())
                    : builder.buildPolling(POSTGRES.pool(), Duration.ofMillis(10));
        }
    }

    @AfterEach
    void nothingIsLeft() {
        LeftThreads.await();
    }

    private static void send(String channel, String payload) {
        Notifications.notify(POSTGRES.db(), channel, payload).await(GENEROUS);
    }

    private static List<String> payloads(Probe<Notification> probe) {
        return probe.items().stream()
                .filter(Message.class::isInstance)
                .map(told -> ((Message) told).payload())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void messagesComeAfterListening(Kind kind) {
        try (Notifications notifications = kind.open()) {
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
            probe.awaitItems(1).assertItems(new Listening("rates"));
            send("rates", "USD");
            send("others", "x");
            send("rates", "");
            probe.awaitItems(3);
            assertEquals(List.of("USD", ""), payloads(probe));
            assertTrue(((Message) probe.items().get(1)).processId() > 0);
            probe.cancel();
        }
    }

    /** Whoever may log in may send on every channel, and what he likes. */
    @ParameterizedTest
    @EnumSource
    void payloadsAreTextWhateverIsInIt(Kind kind) {
        List<String> odd = List.of(
                "",
                "{\"a\": ",
                "null",
                "\u0001\u001b[31m\r\n\t\u007f\u0085\u2028\ufeff\ufffe",
                "'; drop table rates; --",
                "%s {0} ${x} \\",
                "\ud83d\ude00".repeat(1_999),
                "x".repeat(Notifications.LONGEST_PAYLOAD),
                "the end");
        try (Notifications notifications = kind.open()) {
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
            probe.awaitItems(1);
            odd.forEach(payload -> send("rates", payload));
            probe.awaitItems(1 + odd.size());
            assertEquals(odd, payloads(probe));
            probe.cancel();
        }
    }

    /** Whoever is the first to listen may be on an event loop, which must not wait for it. */
    @Test
    void theThreadIsThereBeforeAnybodyListens() {
        try (Notifications _ = Notifications.of(POSTGRES.database().url())) {
            assertTrue(Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(thread -> thread.getName().equals("weir-notifications")));
            assertEquals(0, POSTGRES.others());
        }
    }

    @Test
    void timesWithoutEndAreNone() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        Notifications.Builder builder = Notifications.builder()
                .linger(forever)
                .heartbeat(forever, forever)
                .backoff(Duration.ofMillis(1), forever);
        try (Notifications notifications = builder.build(POSTGRES.database().url())) {
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
            probe.awaitItems(1).assertItems(new Listening("rates"));
            probe.cancel();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Rates", "with space", "with \" quote", "; drop table seen; --", "äöü"})
    void aChannelIsWhatItIsCalled(String channel) {
        try (Notifications notifications = Kind.PIPELINED.open()) {
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen(channel));
            probe.awaitItems(1);
            send(channel, "x");
            probe.awaitItems(2);
            assertEquals(List.of("x"), payloads(probe));
            probe.cancel();
        }
    }

    @Test
    void allShareOneConnectionAndTheLastOfAChannelUnlistens() {
        try (Notifications notifications = Kind.PIPELINED.open()) {
            Probe<Notification> first = Probe.subscribeTo(notifications.listen("a"));
            Probe<Notification> second = Probe.subscribeTo(notifications.listen("a"));
            Probe<Notification> third = Probe.subscribeTo(notifications.listen("b"));
            List.of(first, second, third).forEach(probe -> probe.awaitItems(1));
            assertEquals(1, POSTGRES.others());
            first.cancel();
            send("a", "1");
            second.awaitItems(2).cancel();
            Probe<Notification> again = Probe.subscribeTo(notifications.listen("a"));
            again.awaitItems(1);
            send("a", "2");
            again.awaitItems(2);
            assertEquals(List.of("2"), payloads(again));
            assertEquals(1, POSTGRES.others());
            again.cancel();
            third.cancel();
        }
        PostgresServer.await("the connection is closed", () -> POSTGRES.others() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsLostIsAGap(Kind kind) {
        try (Notifications notifications = kind.open()) {
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
            Probe<Notification> other = Probe.subscribeTo(notifications.listen("others"));
            probe.awaitItems(1);
            other.awaitItems(1);
            assertEquals(1, POSTGRES.db().query(TERMINATE).one(Integer.class).await(GENEROUS));
            probe.awaitItems(2).assertItems(new Listening("rates"), new Gap("rates"));
            other.awaitItems(2).assertItems(new Listening("others"), new Gap("others"));
            send("rates", "after");
            probe.awaitItems(3);
            assertEquals(List.of("after"), payloads(probe));
            probe.cancel();
            other.cancel();
        }
    }

    @Test
    void aMessageGoesWithItsTransaction() {
        try (Notifications notifications = Kind.PIPELINED.open()) {
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("rates"));
            probe.awaitItems(1);
            assertThrows(
                    IllegalStateException.class,
                    () -> POSTGRES.db()
                            .tx(t -> Notifications.notify(t, "rates", "never")
                                    .then(One.fail(IllegalStateException::new)))
                            .await(GENEROUS));
            POSTGRES.db().tx(t -> Notifications.notify(t, "rates", "committed")).await(GENEROUS);
            probe.awaitItems(2);
            assertEquals(List.of("committed"), payloads(probe));
            probe.cancel();
        }
    }

    @Test
    void eachSubscriberHasItsOwnOverflow() {
        try (Notifications notifications = Kind.PIPELINED.open()) {
            Probe<Notification> latest = Probe.subscribeTo(notifications.listen("a", Overflow.latest()), 1);
            Probe<Notification> failing = Probe.subscribeTo(notifications.listen("a", Overflow.fail()), 1);
            Probe<Notification> all = Probe.subscribeTo(notifications.listen("a"));
            List.of(latest, failing, all).forEach(probe -> probe.awaitItems(1));
            for (int i = 0; i < 5; i++) {
                send("a", "" + i);
            }
            all.awaitItems(6);
            failing.awaitEnd().assertFailed(OverflowException.class);
            latest.request(1);
            latest.awaitItems(2);
            assertEquals(List.of("4"), payloads(latest));
            latest.cancel();
            all.cancel();
        }
    }

    /** {@code -Dsql.cancellations=100000} makes it a tenth of that. */
    @ParameterizedTest
    @EnumSource
    void whoeverComesAndLeavesWheneverWhoStaysIsToldAll(Kind kind) {
        int rounds = Integer.getInteger("sql.cancellations", 4_000) / 10;
        try (Notifications notifications = kind.open()) {
            Probe<Notification> staying =
                    Probe.subscribeTo(notifications.listen("a", Overflow.buffer(Integer.MAX_VALUE)));
            staying.awaitItems(1);
            AtomicInteger sent = new AtomicInteger();
            comeAndLeave(notifications, rounds, () -> send("a", "" + sent.getAndIncrement()));
            staying.awaitItems(1 + sent.get());
            assertEquals(
                    IntStream.range(0, sent.get()).mapToObj(String::valueOf).toList(), payloads(staying));
            staying.cancel();
        }
        PostgresServer.await("the connection is closed", () -> POSTGRES.others() == 0 && POSTGRES.active() == 0);
    }

    /** As above, while the connection goes as soon as nobody listens. */
    @ParameterizedTest
    @EnumSource
    void whoeverComesAndLeavesWheneverTheNextIsTold(Kind kind) {
        int rounds = Integer.getInteger("sql.cancellations", 4_000) / 10;
        try (Notifications notifications = kind.open(Duration.ofNanos(1))) {
            comeAndLeave(notifications, rounds, () -> {
                Probe<Notification> next = Probe.subscribeTo(notifications.listen("b"));
                next.awaitItems(1).assertItems(new Listening("b"));
                send("b", "x");
                next.awaitItems(2).cancel();
                assertEquals(List.of("x"), payloads(next));
            });
        }
        PostgresServer.await("the connection is closed", () -> POSTGRES.others() == 0 && POSTGRES.active() == 0);
    }

    private static void comeAndLeave(Notifications notifications, int rounds, Runnable between) {
        Random random = new Random(rounds);
        List<Cancellable> subscriptions = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            String channel = List.of("a", "b", "c").get(random.nextInt(3));
            subscriptions.add(notifications.listen(channel).subscribe(_ -> {}, _ -> {}, () -> {}));
            if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(500_000));
            }
            while (subscriptions.size() > random.nextInt(8)) {
                subscriptions.remove(random.nextInt(subscriptions.size())).cancel();
            }
            if (random.nextInt(10) == 0) {
                between.run();
            }
        }
        subscriptions.forEach(Cancellable::cancel);
    }

    @Test
    void whoHasAPostgresNeedsNoUrl() {
        try (Postgres postgres = Postgres.of(POSTGRES.database().url());
                Notifications notifications = Notifications.of(postgres)) {
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("a"));
            probe.awaitItems(1);
            One<Void> sent = Notifications.notify(postgres.db(), "a", "x");
            sent.await(GENEROUS);
            probe.awaitItems(2);
            assertEquals(List.of("x"), payloads(probe));
            probe.cancel();
        }
    }

    @Test
    void whoHasAPostgresIsToldOnItsThread() {
        try (Postgres postgres = Postgres.of(POSTGRES.database().url());
                Notifications notifications = Notifications.of(postgres)) {
            CompletableFuture<Thread> told = new CompletableFuture<>();
            CompletableFuture<Thread> answered = new CompletableFuture<>();
            var subscription = notifications.listen("a").subscribe(_ -> told.complete(Thread.currentThread()));
            var asking = postgres.db()
                    .query("select 1")
                    .one(Integer.class)
                    .subscribe(_ -> answered.complete(Thread.currentThread()), answered::completeExceptionally);
            assertSame(answered.join(), told.join());
            subscription.cancel();
            asking.cancel();
        }
    }

    @Test
    void theySurviveThePostgresWhoseThreadTheyShare() {
        Postgres postgres = Postgres.of(POSTGRES.database().url());
        try (Notifications notifications = Notifications.of(postgres)) {
            postgres.db().query("select 1").one(Integer.class).await(GENEROUS);
            postgres.close();
            postgres.close();
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("a"));
            probe.awaitItems(1);
            send("a", "x");
            probe.awaitItems(2);
            assertEquals(List.of("x"), payloads(probe));
            probe.cancel();
        }
        String closed = assertThrows(IllegalStateException.class, () -> Notifications.of(postgres))
                .getMessage();
        assertTrue(closed.contains("has been closed"), closed);
    }

    @Test
    void aPostgresSurvivesNotificationsOnItsThread() {
        try (Postgres postgres = Postgres.of(POSTGRES.database().url())) {
            Notifications notifications = Notifications.of(postgres);
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("a"));
            probe.awaitItems(1);
            notifications.close();
            notifications.close();
            probe.awaitEnd().assertCompleted();
            assertEquals(1, postgres.db().query("select 1").one(Integer.class).await(GENEROUS));
        }
    }

    @Test
    void nobodyWaitsOnTheThreadThatTells() {
        try (Notifications notifications = Kind.PIPELINED.open()) {
            CompletableFuture<Throwable> refused = new CompletableFuture<>();
            var subscription = notifications.listen("a").subscribe(_ -> {
                assertInstanceOf(EventLoopThread.class, Thread.currentThread());
                try {
                    send("a", "x");
                } catch (IllegalStateException failure) {
                    refused.complete(failure);
                }
            });
            assertTrue(refused.join().getMessage().contains("weir-notifications"));
            subscription.cancel();
        }
    }

    @Test
    void whoCanNotConnectIsTold() {
        try (Notifications nobody = Notifications.of("postgresql://postgres@127.0.0.1:1/x");
                Notifications nowhere = Notifications.of(
                        POSTGRES.database().url().replace(POSTGRES.database().name(), "nowhere"))) {
            for (Notifications notifications : List.of(nobody, nowhere)) {
                Probe<Notification> probe = Probe.subscribeTo(notifications.listen("a"));
                probe.awaitEnd().assertFailed(SqlException.class).assertItemCount(0);
            }
        }
    }

    @Test
    void closingCompletes() {
        Notifications notifications = Kind.PIPELINED.open();
        Probe<Notification> probe = Probe.subscribeTo(notifications.listen("a"));
        probe.awaitItems(1);
        notifications.close();
        notifications.close(); // twice is as good as once
        probe.awaitEnd().assertCompleted();
        Probe.subscribeTo(notifications.listen("a")).awaitEnd().assertFailed(IllegalStateException.class);
    }

    @Test
    void wantsAUrlOfPostgresql() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Notifications.of("jdbc:postgresql://localhost/rates"))
                .getMessage();
        assertTrue(message.contains("postgresql://user@host/database"), message);
    }

    @Test
    void periodsThatLeaveNoTimeForAnAnswerAreRefused() {
        Notifications.Builder builder = Notifications.builder().heartbeat(Duration.ofHours(1), Duration.ofSeconds(2));
        builder.buildPolling(POSTGRES.pool(), Duration.ofMillis(1)).close();
        builder.buildPolling(POSTGRES.pool(), Duration.ofMillis(1_999)).close();
        String endless = refusal(builder, Duration.ofNanos(999_999));
        assertTrue(endless.contains("at least 1 ms, not PT0.000999999S"), endless);
        String late = refusal(builder, Duration.ofSeconds(2));
        assertTrue(late.contains("shorter than the PT2S"), late);
        assertTrue(late.contains("heartbeat(every, longest)"), late);
    }

    private static String refusal(Notifications.Builder builder, Duration period) {
        return assertThrows(IllegalArgumentException.class, () -> builder.buildPolling(POSTGRES.pool(), period))
                .getMessage();
    }

    @Test
    void limitsAreErrors() {
        try (Notifications notifications = Kind.PIPELINED.open()) {
            for (String channel : List.of("", "x".repeat(64), "ä".repeat(32), "a\0b")) {
                assertThrows(IllegalArgumentException.class, () -> notifications.listen(channel));
                assertThrows(IllegalArgumentException.class, () -> Notifications.notify(POSTGRES.db(), channel, "x"));
            }
            assertThrows(
                    IllegalArgumentException.class, () -> Notifications.notify(POSTGRES.db(), "a", "x".repeat(8_000)));
            Probe<Notification> probe = Probe.subscribeTo(notifications.listen("x".repeat(63)));
            probe.awaitItems(1);
            send("x".repeat(63), "y".repeat(7_999));
            probe.awaitItems(2).cancel();
        }
    }
}
