package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.client.ClientException;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several servers as one. */
class RSocketBalancerTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private RSocketServer serve(int port, RSocket handler) {
        RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", port)
                .handler(handler)
                .start()
                .await(GENEROUS);
        open.add(server);
        return server;
    }

    /** Says who it is. */
    private static final class Named implements RSocket {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public One<Payload> requestResponse(Payload request) {
            return One.of(Payload.of(name));
        }

        @Override
        public Many<Payload> requestStream(Payload request) {
            return Many.range(0, 10).map(i -> Payload.of(name));
        }

        @Override
        public Many<Payload> requestChannel(Many<Payload> requests) {
            return requests.map(request -> Payload.of(name + request.text()));
        }
    }

    private static String address(RSocketServer server) {
        return "tcp://127.0.0.1:" + server.port();
    }

    private RSocketBalancer over(String... addresses) {
        RSocketBalancer balancer = RSocketClient.create().balance(addresses);
        open.addFirst(balancer);
        return balancer;
    }

    private RSocketBalancer over(
            List<String> addresses, Clock clock, Function<String, One<RSocketConnection>> connector) {
        RSocketBalancer balancer = new RSocketBalancer(
                addresses,
                connector,
                new Setup(GENEROUS, GENEROUS.multipliedBy(3), "a/b", "c/d", false, null, ByteBuffer.allocate(0)),
                new Values(Codec.standard()),
                clock,
                10);
        open.addFirst(balancer);
        return balancer;
    }

    private static String ask(RSocket socket) {
        return socket.requestResponse(Payload.of("who")).await(GENEROUS).text();
    }

    /** Asks until both have answered, so that both are connected. */
    private static void warm(RSocket socket, int servers) {
        Set<String> seen = new HashSet<>();
        while (seen.size() < servers) {
            seen.add(ask(socket));
        }
    }

    @Test
    void carriesAllInteractions() {
        RSocketBalancer balancer = over(address(serve(0, new Named("a"))));
        assertEquals("a", ask(balancer));
        assertEquals(
                10,
                balancer.requestStream(Payload.of("x")).toList().await(GENEROUS).size());
        assertEquals(
                List.of("a1", "a2"),
                balancer.requestChannel(Many.of("1", "2").map(Payload::of))
                        .map(Payload::text)
                        .toList()
                        .await(GENEROUS));
        balancer.fireAndForget(Payload.of("x")).await(GENEROUS);
        assertThrows(
                RSocketException.Rejected.class,
                () -> balancer.metadataPush(Payload.of("x").data()).await(GENEROUS));
    }

    @Test
    void mayBeClosedOnAnEventLoop() {
        RSocketServer a = serve(0, new Named("a"));
        RSocketServer b = serve(0, new Named("b"));
        RSocketBalancer balancer = RSocketClient.builder().threads(1).build().balance(address(a), address(b));
        warm(balancer, 2);
        balancer.requestResponse(Payload.of("who"))
                .doFinally(ending -> balancer.close())
                .await(GENEROUS);
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (a.connections() + b.connections() > 0) {
            assertTrue(System.nanoTime() < deadline, "connections are left open");
            Thread.onSpinWait();
        }
    }

    /** What it fails with may go on to a peer, as it is. */
    @Test
    void addressesAreNotInItsMessages() {
        Throwable failure = unanswered(over("tcp://127.0.0.1:1"));
        assertEquals("no server could be connected to", failure.getMessage());
        assertTrue(failure.getSuppressed().length > 0);
    }

    /** What a request fails with that waits in vain. */
    private static Throwable unanswered(RSocketBalancer balancer) {
        VirtualTime time = new VirtualTime();
        Probe<Payload> asked =
                Probe.subscribeTo(balancer.requestResponse(Payload.of("x")).toMany(), time);
        while (asked.failure() == null) {
            time.advance(Duration.ofSeconds(1));
        }
        return asked.failure();
    }

    /** Nor is the query of an address in what goes with its messages to the log: it may be a token. */
    @Test
    void secretsOfAddressesAreNotTold() throws Exception {
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(RSocketServer.builder().handler(new Named("a")).webSocket())
                .start()
                .await(GENEROUS);
        open.add(server);
        String place = "ws://127.0.0.1:" + server.port() + "/rsocket";
        CompletableFuture<RSocketConnection> connected = new CompletableFuture<>();
        CompletableFuture<RSocketConnection> refused = new CompletableFuture<>();
        VirtualTime pauses = new VirtualTime();
        RSocketBalancer balancer = over(
                List.of(place + "?t=s3cret"),
                pauses,
                address -> connected.isDone()
                        ? One.from(refused)
                        : RSocketClient.create().connect(address).doOnValue(connected::complete));
        assertEquals("a", ask(balancer));
        server.close();
        connected.get(120, TimeUnit.SECONDS).closed().await(GENEROUS);
        checkTold("the connection to " + place + " was lost", unanswered(balancer));
        pauses.advance(Duration.ofSeconds(1));
        Throwable nobody = assertThrows(
                ClientException.class,
                () -> RSocketClient.create().connect(place + "?t=s3cret").await(GENEROUS));
        refused.completeExceptionally(nobody);
        checkTold(nobody.getMessage(), unanswered(balancer));
    }

    private static void checkTold(String why, Throwable failure) {
        assertEquals("no server could be connected to", failure.getMessage());
        String told = failure.getSuppressed()[0].getMessage();
        assertEquals(why, told);
        assertFalse(told.contains("s3cret"), told);
    }

    @Test
    void connectsAnewWhereAServerComesBack() {
        RSocketServer first = serve(0, new Named("first"));
        RSocketBalancer balancer = over(address(first));
        assertEquals("first", ask(balancer));
        first.shutdown(GENEROUS).await(GENEROUS);
        serve(first.port(), new Named("second"));
        assertEquals("second", ask(balancer));
    }

    /** A server that closes says so, and gets no more requests; nothing fails. */
    @Test
    void serversCanBeRestartedOneAfterTheOther() throws Exception {
        RSocketServer a = serve(0, new Named("a"));
        RSocketServer b = serve(0, new Named("b"));
        RSocketBalancer balancer = over(address(a), address(b));
        warm(balancer, 2);
        Probe<Payload> stream = Probe.subscribeTo(balancer.requestStream(Payload.of("x")), 0);
        stream.request(1);
        stream.awaitItems(1, GENEROUS);
        String serving = stream.items().getFirst().text();
        var down = (serving.equals("a") ? a : b)
                .shutdown(GENEROUS)
                .toCompletionStage()
                .toCompletableFuture();
        String other = serving.equals("a") ? "b" : "a";
        for (int i = 0; i < 50; i++) {
            String answer = ask(balancer);
            assertTrue(answer.equals("a") || answer.equals("b"));
        }
        stream.request(9);
        stream.awaitItems(10, GENEROUS);
        down.get(120, TimeUnit.SECONDS);
        assertEquals(other, ask(balancer));
    }

    /** What was certainly not processed goes elsewhere; what may have been does not. */
    @Test
    void onlyWhatWasRefusedIsRepeated() {
        AtomicInteger refused = new AtomicInteger();
        RSocket unwilling = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                refused.incrementAndGet();
                return One.fail(() -> request.text().equals("who")
                        ? new RSocketException.Rejected("not now")
                        : new RSocketException.ApplicationError("perhaps processed"));
            }

            @Override
            public Many<Payload> requestStream(Payload request) {
                return Many.concat(
                        Many.of(Payload.of("one")), Many.fail(() -> new RSocketException.Rejected("in the middle")));
            }
        };
        RSocketBalancer balancer = over(address(serve(0, unwilling)));
        RSocketException all = assertThrows(RSocketException.Rejected.class, () -> ask(balancer));
        assertEquals("not now", all.getMessage());
        assertEquals(3, refused.get());
        assertThrows(
                RSocketException.ApplicationError.class,
                () -> balancer.requestResponse(Payload.of("x")).await(GENEROUS));
        assertEquals(4, refused.get());
        List<String> come = new ArrayList<>();
        assertThrows(
                RSocketException.Rejected.class,
                () -> balancer.requestStream(Payload.of("x"))
                        .doOnNext(item -> come.add(item.text()))
                        .toList()
                        .await(GENEROUS));
        assertEquals(List.of("one"), come);
    }

    /** Who refuses is not asked again while there is another, and is asked less from then on. */
    @Test
    void whatOneRefusesAnotherDoes() {
        AtomicInteger refused = new AtomicInteger();
        RSocket unwilling = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                refused.incrementAndGet();
                return One.fail(() -> new RSocketException.Rejected("not now"));
            }

            @Override
            public Many<Payload> requestStream(Payload request) {
                return requestResponse(request).toMany();
            }
        };
        RSocketBalancer balancer = over(address(serve(0, unwilling)), address(serve(0, new Named("b"))));
        int asked = 0;
        while (refused.get() < 3 && asked < 1_000) { // only one of them is connected at first
            if (balancer.requestResponse(Payload.of("who"))
                            .onErrorReturn(failure -> Payload.of("alone"))
                            .await(GENEROUS)
                            .text()
                            .equals("b")
                    && refused.get() > 0) {
                break;
            }
            asked++;
        }
        int before = refused.get();
        for (int i = 0; i < 50; i++) {
            assertEquals("b", ask(balancer));
            assertEquals(
                    10,
                    balancer.requestStream(Payload.of("x"))
                            .toList()
                            .await(GENEROUS)
                            .size());
        }
        assertTrue(refused.get() - before < 50, refused::toString);
    }

    /** Who takes requests and does not answer, or with failures only, would look as if it were free. */
    @Test
    void whoDoesNotAnswerIsAskedLess() {
        for (One<Payload> nothing :
                List.of(One.<Payload>never(), One.<Payload>fail(() -> new RSocketException.ApplicationError("no")))) {
            VirtualTime time = new VirtualTime();
            AtomicInteger inVain = new AtomicInteger();
            AtomicInteger answered = new AtomicInteger();
            RSocket mute = new RSocket() {
                @Override
                public One<Payload> requestResponse(Payload request) {
                    inVain.incrementAndGet();
                    return nothing;
                }
            };
            RSocket slow = new RSocket() {
                @Override
                public One<Payload> requestResponse(Payload request) {
                    time.advance(Duration.ofMillis(1));
                    return One.of(request);
                }
            };
            RSocketBalancer balancer = RSocketClient.builder()
                    .clock(time)
                    .build()
                    .balance(address(serve(0, mute)), address(serve(0, slow)));
            open.addFirst(balancer);
            while (inVain.get() == 0 || answered.get() == 0) { // only one of them is connected at first
                askInVain(balancer, inVain, answered, () -> {});
            }
            int before = inVain.get();
            for (int i = 0; i < 100; i++) {
                askInVain(balancer, inVain, answered, () -> time.advance(Duration.ofSeconds(1)));
            }
            assertTrue(inVain.get() - before < 20, () -> inVain + " in vain, " + answered + " answered");
        }
    }

    /** Until it has arrived somewhere. */
    private static void askInVain(RSocket socket, AtomicInteger inVain, AtomicInteger answered, Runnable meanwhile) {
        int vainBefore = inVain.get();
        int answeredBefore = answered.get();
        Cancellable asked =
                socket.requestResponse(Payload.of("x")).subscribe(value -> answered.incrementAndGet(), failure -> {});
        while (inVain.get() == vainBefore && answered.get() == answeredBefore) {
            Thread.onSpinWait();
        }
        if (inVain.get() > vainBefore) {
            meanwhile.run();
        }
        asked.cancel();
    }

    /** Also what a server that closes still answers. */
    @Test
    void closesAllItsConnections() {
        RSocketServer a = serve(0, new Named("a"));
        RSocketServer b = serve(0, new Named("b"));
        RSocketBalancer balancer = over(address(a), address(b));
        warm(balancer, 2);
        Probe<Payload> stream = Probe.subscribeTo(balancer.requestStream(Payload.of("x")), 1);
        stream.awaitItems(1, GENEROUS);
        RSocketServer serving = stream.items().getFirst().text().equals("a") ? a : b;
        var _ = serving.shutdown(GENEROUS.multipliedBy(10)).subscribe();
        for (int i = 0; i < 50; i++) {
            ask(balancer);
        }
        balancer.close();
        stream.awaitEnd(GENEROUS);
    }

    /** A session that is to be resumed would have them wait for that. */
    @Test
    void requestsGoToNoSessionThatIsCut() throws Exception {
        List<RSocketServer> servers = new ArrayList<>();
        for (String name : List.of("cut", "there")) {
            RSocketServer server = RSocketServer.builder()
                    .bind("127.0.0.1", 0)
                    .resume(GENEROUS.multipliedBy(2))
                    .handler(new Named(name))
                    .start()
                    .await(GENEROUS);
            open.add(server);
            servers.add(server);
        }
        RSocketClient client =
                RSocketClient.builder().resume(GENEROUS.multipliedBy(2)).build();
        Killer killer = new Killer(servers.getFirst().port(), 1);
        open.addFirst(killer);
        String through = "tcp://127.0.0.1:" + killer.port();
        Map<String, RSocketConnection> connections = new ConcurrentHashMap<>();
        RSocketBalancer balancer = over(
                List.of(through, address(servers.getLast())),
                Clock.system(),
                address -> client.connect(address).doOnValue(connection -> connections.put(address, connection)));
        warm(balancer, 2);
        killer.close();
        while (!connections.get(through).isCut()) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < 50; i++) {
            assertEquals("there", ask(balancer));
        }
    }

    @Test
    void waitsForAServer() {
        RSocketServer gone = serve(0, new Named("gone"));
        int port = gone.port();
        gone.close();
        gone.closed().await(GENEROUS);
        RSocketBalancer balancer = over("tcp://127.0.0.1:" + port);
        Probe<Payload> waiting =
                Probe.subscribeTo(balancer.requestResponse(Payload.of("who")).toMany());
        serve(port, new Named("back"));
        waiting.awaitItems(1, GENEROUS);
        assertEquals("back", waiting.items().getFirst().text());
    }

    /** By none of which all that wait are walked along. */
    @Test
    void manyThatWaitLeaveInAnyOrder() {
        int count = 100_000;
        RSocketBalancer balancer = RSocketClient.builder()
                .maxQueued(count)
                .clock(new VirtualTime())
                .build()
                .balance("unix:/nonexistent/rsocket.sock");
        open.addFirst(balancer);
        List<Cancellable> waiting = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            waiting.add(balancer.requestResponse(Payload.of("x")).subscribe(answer -> {}, failure -> {}));
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        waiting.reversed().forEach(Cancellable::cancel);
        long taken = threads.getCurrentThreadCpuTime() - before;
        assertTrue(taken < TimeUnit.SECONDS.toNanos(2), taken + " ns");
    }

    @Test
    void whatWaitsFailsWhenItIsClosed() {
        RSocketBalancer balancer = over("unix:/nonexistent/rsocket.sock");
        Probe<Payload> waiting =
                Probe.subscribeTo(balancer.requestResponse(Payload.of("who")).toMany());
        balancer.close();
        waiting.awaitEnd(GENEROUS);
        assertThrows(RSocketException.Rejected.class, () -> ask(balancer));
        assertThrows(
                IllegalArgumentException.class, () -> RSocketClient.create().balance("http://localhost"));
        assertThrows(
                IllegalArgumentException.class, () -> RSocketClient.create().balance());
    }

    /** Who is slow costs more, who was slow long ago does not; what runs counts. */
    @Test
    void costIsWhatARequestWouldWait() {
        Target slow = new Target("slow");
        Target fast = new Target("fast");
        long second = TimeUnit.SECONDS.toNanos(1);
        slow.took(second, 0);
        fast.took(second / 100, 0);
        assertTrue(slow.cost(0) > 10 * fast.cost(0));
        double before = fast.cost(0);
        fast.begins();
        assertEquals(2 * before, fast.cost(0));
        fast.ended();
        assertTrue(slow.cost(60 * second) < fast.cost(0));
    }

    @Test
    void whatHasFadedDoesNotComeBackWithAnAnswer() {
        Target target = new Target("x");
        long second = TimeUnit.SECONDS.toNanos(1);
        target.took(10 * second, 0);
        target.took(second / 1000, 60 * second);
        assertTrue(target.cost(60 * second) < second / 100.0);
    }

    @Test
    void whatIsWaitedForInVainCostsMoreNotLess() {
        Target target = new Target("x");
        long second = TimeUnit.SECONDS.toNanos(1);
        target.took(second, 0);
        double before = target.cost(0);
        target.waited(second / 1000, 0);
        assertEquals(before, target.cost(0));
        target.waited(2 * second, 0);
        assertTrue(target.cost(0) > before);
        Target failing = new Target("y");
        failing.failed(1, 0);
        assertTrue(failing.cost(0) > second / 100.0);
    }

    @Test
    void pausesGrowAndAreBounded() {
        Target target = new Target("x");
        List<Long> pauses = IntStream.range(0, 12)
                .mapToObj(i -> target.backoff(1).toMillis())
                .collect(Collectors.toList());
        assertEquals(
                List.of(100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 10_000L, 10_000L, 10_000L, 10_000L, 10_000L),
                pauses);
        target.failed(0, 0); // refused by the server, or by us while it is not there
        assertEquals(10_000, target.backoff(1).toMillis());
        target.took(1, 0);
        assertEquals(50, target.backoff(0).toMillis());
    }
}
