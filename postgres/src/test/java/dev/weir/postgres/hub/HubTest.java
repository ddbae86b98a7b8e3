package dev.weir.postgres.hub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.postgres.Notification;
import dev.weir.postgres.Notification.Gap;
import dev.weir.postgres.Notification.Listening;
import dev.weir.postgres.Notification.Message;
import dev.weir.sql.SqlException;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The hub by itself: its connections and its time are the test's. */
class HubTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final BlockingQueue<Dialed> dialed = new LinkedBlockingQueue<>();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private Hub hub = hub(SECOND);
    private boolean held;

    private Hub hub(Duration backoff) {
        return new Hub(
                listener -> {
                    Dialed dial = new Dialed(listener);
                    dialed.add(dial);
                    return dial.wire;
                },
                new HubOptions(
                        time,
                        SECOND.multipliedBy(5),
                        SECOND.multipliedBy(30),
                        SECOND.multipliedBy(10),
                        backoff,
                        SECOND.multipliedBy(4)),
                this::execute);
    }

    /** Runs tasks at once, but one after the other. */
    private void execute(Runnable task) {
        boolean idle = tasks.isEmpty();
        tasks.add(task);
        if (idle && !held) {
            runAll();
        }
    }

    private void runAll() {
        while (!tasks.isEmpty()) {
            tasks.peek().run();
            tasks.remove();
        }
    }

    /** A connection that the test answers. */
    private static final class Dialed implements Wire {
        final Wire.Listener listener;
        final CompletableFuture<Wire> wire = new CompletableFuture<>();
        final BlockingQueue<Said> said = new LinkedBlockingQueue<>();
        final CompletableFuture<Void> closed = new CompletableFuture<>();

        record Said(String statement, CompletableFuture<Void> answer) {}

        Dialed(Wire.Listener listener) {
            this.listener = listener;
        }

        @Override
        public CompletionStage<Void> run(String statement) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            said.add(new Said(statement, answer));
            return answer;
        }

        @Override
        public void close() {
            closed.complete(null);
        }

        void connect() {
            wire.complete(this);
        }

        CompletableFuture<Void> expect(String statement) throws InterruptedException {
            Said next = said.poll(120, TimeUnit.SECONDS);
            assertEquals(statement, next.statement);
            return next.answer;
        }

        void listen(String channel) throws InterruptedException {
            expect("listen \"" + channel + "\"").complete(null);
        }
    }

    private Probe<Notification> subscribe(String channel) {
        return Probe.subscribeTo(
                Many.<Notification>emitter(Overflow.buffer(100), emitter -> hub.subscribe(channel, emitter)));
    }

    private Dialed dialed() throws InterruptedException {
        return dialed.poll(120, TimeUnit.SECONDS);
    }

    /** A connection that listened is closed, and the time to dial again has come. */
    private void loseTheFirst() throws InterruptedException {
        Dialed first = dialed();
        first.connect();
        first.listen("a");
        first.listener.closed(new IllegalStateException("test"));
        time.advance(SECOND);
    }

    @Test
    void theServersWordIsAwaited() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        CompletableFuture<Void> answer = connection.expect("listen \"a\"");
        probe.assertNothing();
        answer.complete(null);
        probe.awaitItems(1).assertItems(new Listening("a"));
        Probe<Notification> late = subscribe("a");
        late.awaitItems(1).assertItems(new Listening("a"));
        connection.listener.received("a", "x", 7);
        probe.awaitItems(2).assertItems(new Listening("a"), new Message("a", "x", 7));
        assertTrue(connection.said.isEmpty());
    }

    @Test
    void aChannelThatIsRefusedFailsAlone() throws InterruptedException {
        Probe<Notification> bad = subscribe("bad");
        Dialed connection = dialed();
        connection.connect();
        CompletableFuture<Void> refused = connection.expect("listen \"bad\"");
        Probe<Notification> good = subscribe("good");
        connection.listen("good");
        refused.completeExceptionally(new IllegalStateException("no"));
        bad.awaitEnd().assertFailed(SqlException.class);
        good.awaitItems(1).assertItems(new Listening("good")).assertNotEnded();
    }

    @Test
    void aConnectionThatIsLostWhileItBeginsToListenIsReplaced() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        loseTheFirst();
        Dialed second = dialed();
        second.connect();
        second.expect("listen \"a\"")
                .completeExceptionally(new SqlException(SqlException.Reason.CONNECTION, "test", "listen"));
        assertTrue(second.closed.isDone());
        time.advance(SECOND);
        Dialed third = dialed();
        third.connect();
        third.listen("a");
        probe.assertItems(new Listening("a"), new Gap("a"));
    }

    @Test
    void afterTheLastItLingers() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        probe.awaitItems(1).cancel();
        var _ = connection.expect("unlisten \"a\"");
        time.advance(SECOND.multipliedBy(4));
        subscribe("a");
        connection.listen("a");
        time.advance(SECOND.multipliedBy(4));
        assertTrue(!connection.closed.isDone());
    }

    @Test
    void whenNobodyComesItHangsUp() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        probe.awaitItems(1).cancel();
        var _ = connection.expect("unlisten \"a\"");
        time.advance(SECOND.multipliedBy(5));
        assertTrue(connection.closed.isDone());
        time.assertNoTimers();
        Probe<Notification> next = subscribe("a");
        Dialed second = dialed();
        second.connect();
        second.listen("a");
        next.awaitItems(1).assertItems(new Listening("a"));
    }

    @Test
    void aServerThatGivesNoSignOfLifeIsLeft() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        probe.awaitItems(1);
        time.advance(SECOND.multipliedBy(30));
        connection.expect("select 1").complete(null);
        time.advance(SECOND.multipliedBy(29));
        assertTrue(connection.said.isEmpty());
        time.advance(SECOND);
        var _ = connection.expect("select 1");
        time.advance(SECOND.multipliedBy(10));
        assertTrue(connection.closed.isDone());
        time.advance(SECOND);
        Dialed second = dialed();
        second.connect();
        second.listen("a");
        probe.awaitItems(2).assertItems(new Listening("a"), new Gap("a"));
        connection.listener.received("a", "late", 1);
        second.listener.received("a", "new", 2);
        probe.awaitItems(3).assertItems(new Listening("a"), new Gap("a"), new Message("a", "new", 2));
    }

    @Test
    void newChannelsDoNotPutOffTheSignOfLife() throws InterruptedException {
        subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        for (String channel : new String[] {"b", "c", "d"}) {
            time.advance(SECOND.multipliedBy(10));
            subscribe(channel);
            if (channel.equals("d")) {
                var _ = connection.expect("select 1");
            }
            connection.listen(channel);
        }
        time.advance(SECOND.multipliedBy(9));
        subscribe("e");
        time.advance(SECOND);
        assertTrue(connection.closed.isDone());
    }

    @Test
    void whoComesAndGoesDoesNotPutOffTheSignOfLife() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        for (int i = 0; i < 2; i++) {
            time.advance(SECOND.multipliedBy(12));
            probe.cancel();
            var _ = connection.expect("unlisten \"a\"");
            time.advance(SECOND.multipliedBy(2));
            probe = subscribe("a");
            connection.listen("a");
        }
        time.advance(SECOND.multipliedBy(2));
        var _ = connection.expect("select 1");
        probe.cancel();
        time.advance(SECOND.multipliedBy(4));
        subscribe("a");
        time.advance(SECOND.multipliedBy(6));
        assertTrue(connection.closed.isDone());
    }

    @Test
    void itDialsLessAndLessOften() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        probe.awaitItems(1);
        connection.listener.closed(new IllegalStateException("test"));
        for (int seconds : new int[] {1, 2, 4, 4}) {
            time.advance(SECOND.multipliedBy(seconds).minusNanos(1));
            assertTrue(dialed.isEmpty());
            time.advance(Duration.ofNanos(1));
            Dialed next = dialed();
            next.wire.completeExceptionally(new IllegalStateException("down"));
        }
        probe.assertItems(new Listening("a")).assertNotEnded();
    }

    @Test
    void pausesShorterThanAMillisecondArePausesAndDouble() throws InterruptedException {
        hub = hub(Duration.ofNanos(600_000));
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        connection.listener.closed(new IllegalStateException("test"));
        for (int nanos : new int[] {600_000, 1_200_000, 2_400_000}) {
            time.advance(Duration.ofNanos(nanos - 1));
            assertTrue(dialed.isEmpty());
            time.advance(Duration.ofNanos(1));
            dialed().wire.completeExceptionally(new IllegalStateException("down"));
        }
        probe.assertNotEnded();
    }

    @Test
    void whoHasNeverListenedIsToldOfAFailure() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        dialed().wire.completeExceptionally(new IllegalStateException("down"));
        probe.awaitEnd().assertFailed(failure -> failure.getMessage().contains("down"));
    }

    @Test
    void whoHasNeverListenedIsToldOfAServerThatDoesNotAnswer() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed hung = dialed();
        time.advance(SECOND.multipliedBy(10).minusNanos(1));
        probe.assertNotEnded();
        time.advance(Duration.ofNanos(1));
        probe.assertFailed(failure -> failure.getMessage().contains("has not answered for 10000 ms"));
        time.advance(SECOND.multipliedBy(300)); // when the attempt is forgotten
        time.assertNoTimers();
        hung.connect();
        assertTrue(hung.closed.isDone());
    }

    @Test
    void whereNoAnswerComesItDialsAgainWhenTheHungDialHasEnded() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        loseTheFirst();
        Dialed hung = dialed();
        time.advance(SECOND.multipliedBy(100));
        assertTrue(dialed.isEmpty(), "another one began while one hangs");
        hung.wire.completeExceptionally(new IllegalStateException("reset"));
        time.advance(SECOND.multipliedBy(2));
        Dialed third = dialed();
        third.connect();
        third.listen("a");
        probe.assertItems(new Listening("a"), new Gap("a"));
    }

    @Test
    void aDialThatNeverEndsIsForgotten() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        loseTheFirst();
        Dialed hung = dialed();
        time.advance(SECOND.multipliedBy(300));
        time.advance(SECOND.multipliedBy(2));
        Dialed third = dialed();
        hung.connect();
        third.connect();
        third.listen("a");
        probe.assertItems(new Listening("a"), new Gap("a"));
        hung.closed.orTimeout(120, TimeUnit.SECONDS).join(); // as it came too late
    }

    @Test
    void aConnectionThatComesAfterThePatienceIsUsed() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        loseTheFirst();
        Dialed hung = dialed();
        time.advance(SECOND.multipliedBy(100));
        hung.connect();
        hung.listen("a");
        hung.listener.received("a", "x", 1);
        probe.assertItems(new Listening("a"), new Gap("a"), new Message("a", "x", 1));
        time.advance(SECOND.multipliedBy(30));
        hung.expect("select 1").complete(null);
        hung.listener.closed(new IllegalStateException("test"));
        time.advance(SECOND);
        assertEquals(1, dialed.size());
    }

    @Test
    void whoComesWhileADialHangsBeginsNoOtherAndIsTold() throws InterruptedException {
        subscribe("a");
        Dialed hung = dialed();
        time.advance(SECOND.multipliedBy(10));
        for (int i = 0; i < 3; i++) {
            Probe<Notification> next = subscribe("a");
            time.advance(SECOND.multipliedBy(10).minusNanos(1));
            next.assertNotEnded();
            time.advance(Duration.ofNanos(1));
            next.assertFailed(failure -> failure.getMessage().contains("has not answered for 10000 ms"));
        }
        assertTrue(dialed.isEmpty(), "another one began while one hangs");
        time.advance(SECOND.multipliedBy(300)); // when the attempt is forgotten
        time.assertNoTimers();
        hung.wire.completeExceptionally(new IllegalStateException("reset"));
        time.assertNoTimers();
        subscribe("a");
        assertEquals(1, dialed.size());
    }

    @Test
    void whoComesToAChannelOfOthersWhileADialHangsIsToldAsSoon() throws InterruptedException {
        Probe<Notification> before = subscribe("a");
        loseTheFirst();
        dialed();
        time.advance(SECOND.multipliedBy(10));
        Probe<Notification> next = subscribe("a");
        time.advance(SECOND.multipliedBy(10));
        next.assertFailed(failure -> failure.getMessage().contains("has not answered for 10000 ms"));
        before.assertNotEnded();
        assertTrue(dialed.isEmpty(), "another one began while one hangs");
    }

    @Test
    void whoComesWhileAConnectionIsMadeForAnotherHasIt() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        probe.cancel();
        Probe<Notification> next = subscribe("b");
        assertTrue(dialed.isEmpty(), "another one began");
        connection.connect();
        connection.listen("b");
        next.awaitItems(1).assertItems(new Listening("b"));
    }

    @Test
    void aConnectionThatComesTooLateIsClosed() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        probe.cancel();
        connection.connect();
        connection.closed.join();
        time.assertNoTimers();
        Probe<Notification> next = subscribe("b");
        Dialed second = dialed();
        second.connect();
        second.listen("b");
        next.awaitItems(1).assertItems(new Listening("b"));
    }

    @Test
    void aConnectionOnWhichNothingCanBeListenedToIsClosed() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.expect("listen \"a\"").completeExceptionally(new IllegalStateException("in recovery"));
        probe.awaitEnd().assertFailed(SqlException.class);
        time.advance(SECOND.multipliedBy(5).minusNanos(1));
        assertTrue(!connection.closed.isDone());
        time.advance(Duration.ofNanos(1));
        assertTrue(connection.closed.isDone());
        time.assertNoTimers();
    }

    /** As a standby does. */
    @Test
    void aConnectionOnWhichNothingCanBeListenedToAnyMoreIsReplaced() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        loseTheFirst();
        Probe<Notification> late = subscribe("a");
        for (int pause = 2; pause <= 4; pause += 2) {
            Dialed standby = dialed();
            standby.connect();
            standby.expect("listen \"a\"").completeExceptionally(new IllegalStateException("in recovery"));
            assertTrue(standby.closed.isDone());
            late.awaitEnd().assertFailed(SqlException.class);
            time.advance(SECOND.multipliedBy(pause).minusNanos(1));
            assertTrue(dialed.isEmpty());
            time.advance(Duration.ofNanos(1));
        }
        Dialed primary = dialed();
        primary.connect();
        primary.listen("a");
        probe.assertItems(new Listening("a"), new Gap("a")).assertNotEnded();
    }

    @Test
    void moreThanCanBeHandledIsAGap() throws InterruptedException {
        Probe<Notification> probe = subscribe("a");
        Dialed connection = dialed();
        connection.connect();
        connection.listen("a");
        held = true;
        for (int i = 0; i < 20_000; i++) {
            connection.listener.received("b", "", 1);
            connection.listener.received("a", "", 1);
        }
        held = false;
        runAll();
        assertTrue(connection.closed.isDone());
        time.advance(SECOND);
        Dialed second = dialed();
        second.connect();
        second.listen("a");
        probe.assertItemCount(5_002);
        assertEquals(new Gap("a"), probe.items().getLast());
    }

    @Test
    void aConnectionLostWhileItClosesIsNotDialedAgain() throws Exception {
        Probe<Notification> probe = subscribe("a");
        Dialed first = dialed();
        first.connect();
        first.listen("a");
        held = true;
        hub.close();
        Runnable closing = tasks.remove(); // comes from another thread, so what the loop has to do overtakes it
        held = false;
        first.listener.closed(new IllegalStateException("the server is gone"));
        time.advance(SECOND.multipliedBy(10));
        assertTrue(dialed.isEmpty(), "it dialed again");
        execute(closing);
        probe.assertCompleted();
    }
}
