package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class PoolTest {
    private static CompletableFuture<String> ask(TestClient test, String target) {
        return begin(test.get(target).text());
    }

    @Test
    void requestsBeyondTheConnectionsWaitTheirTurn() {
        try (TestClient test = TestClient.start(builder -> builder.maxConnections(1))) {
            CompletableFuture<String> first = ask(test, "/1");
            RawSocket socket = test.accept();
            assertEquals("GET /1 HTTP/1.1", socket.request().line());
            CompletableFuture<String> second = ask(test, "/2");
            CompletableFuture<String> third = ask(test, "/3");
            until(() -> test.client.pool().waiting() == 2);
            assertEquals(new PoolStats(1, 0, 0, 2, 1, 0), test.client.pool());
            socket.send(OK);
            assertEquals("ok", value(first));
            assertEquals("GET /2 HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals("GET /3 HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals("okok", value(second) + value(third));
            assertEquals(1, test.client.pool().opened());
            assertEquals(2, test.client.pool().reused());
        }
    }

    @Test
    void beyondThoseThatMayWaitRequestsFailAtOnce() {
        try (TestClient test =
                TestClient.start(builder -> builder.maxConnections(1).maxWaiting(1))) {
            var first = ask(test, "/1");
            RawSocket socket = test.accept();
            var second = ask(test, "/2");
            until(() -> test.client.pool().waiting() == 1);
            ClientException full = failure(ask(test, "/3"), Reason.POOL_FULL);
            assertEquals(
                    "GET " + test.server.url("/3") + ": 1 requests wait for one of the 1 connections to "
                            + test.server.url("") + " already (settings: maxWaiting, maxConnections)",
                    full.getMessage());
            socket.request();
            socket.send(OK);
            value(first);
            socket.request();
            socket.send(OK);
            value(second);
        }
    }

    @Test
    void aRequestWaitsForAConnectionForSoLongOnly() {
        VirtualTime time = new VirtualTime();
        try (TestClient test =
                TestClient.start(time, builder -> builder.maxConnections(1).headTimeout(Duration.ofHours(1)))) {
            var first = ask(test, "/1");
            test.accept().request();
            var second = ask(test, "/2");
            until(() -> test.client.pool().waiting() == 1);
            time.advance(Duration.ofMillis(9_999));
            assertFalse(second.isDone());
            time.advance(Duration.ofMillis(1));
            ClientException late = failure(second, Reason.ACQUIRE_TIMEOUT);
            assertTrue(
                    late.getMessage().contains(": none of the 1 connections to ")
                            && late.getMessage()
                                    .endsWith(" became free within 10 s (settings: acquireTimeout, maxConnections)"),
                    late.getMessage());
            assertEquals(0, test.client.pool().waiting());
            assertFalse(first.isDone());
        }
    }

    @Test
    void responsesThatNobodyReadsAreTold() throws InterruptedException {
        VirtualTime time = new VirtualTime();
        String large = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nx";
        try (Logged log = Logged.by("dev.weir.net.http.client");
                TestClient test = TestClient.start(
                        time, builder -> builder.maxConnections(2).maxWaiting(1).headTimeout(Duration.ofHours(1)))) {
            for (String target : new String[] {"/1", "/2"}) {
                var unread = begin(test.get(target).send());
                RawSocket socket = test.accept();
                socket.request();
                socket.send(large);
                assertEquals(200, value(unread).status());
            }
            String why = "responses that nobody reads hold them: 2 (read their bodies, or use send(response -> ..)";
            var waits = ask(test, "/3");
            until(() -> test.client.pool().waiting() == 1);
            ClientException full = failure(ask(test, "/4"), Reason.POOL_FULL);
            assertTrue(full.getMessage().contains(why), full.getMessage());
            time.advance(Duration.ofSeconds(10));
            ClientException late = failure(waits, Reason.ACQUIRE_TIMEOUT);
            assertTrue(late.getMessage().contains(why), late.getMessage());
            until(() -> {
                time.advance(Duration.ofSeconds(1));
                return test.client.pool().connections() == 0;
            });
            String told = log.next("nobody read").getMessage();
            String both = told + log.next("nobody read").getMessage();
            assertTrue(both.contains("/1: nobody") && both.contains("/2: nobody"), both);
            assertTrue(told.startsWith("a connection is closed: GET " + test.server.url("/")), told);
            assertTrue(told.contains("(setting: unreadTimeout)"), told);
        }
    }

    @Test
    void aFallbackMayAskTheSameOriginAndWait() {
        VirtualTime time = new VirtualTime();
        try (TestClient test =
                TestClient.start(time, builder -> builder.maxConnections(1).headTimeout(Duration.ofHours(1)))) {
            var first = ask(test, "/1");
            RawSocket socket = test.accept();
            socket.request();
            One<String> again = test.get("/again").text();
            var second = begin(test.get("/2").text().onErrorResume(late -> One.of(again.await(TestClient.GENEROUS))));
            until(() -> test.client.pool().waiting() == 1);
            value(CompletableFuture.runAsync(() -> time.advance(Duration.ofSeconds(10))));
            until(() -> test.client.pool().waiting() == 1); // the fallback
            socket.send(OK);
            assertEquals("ok", value(first));
            assertEquals("GET /again HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals("ok", value(second));
        }
    }

    @Test
    void whoeverGivesUpWaitingFreesTheirPlace() {
        try (TestClient test = TestClient.start(builder -> builder.maxConnections(1))) {
            var first = ask(test, "/1");
            RawSocket socket = test.accept();
            Cancellable second = test.get("/2").text().subscribe();
            until(() -> test.client.pool().waiting() == 1);
            second.cancel();
            until(() -> test.client.pool().waiting() == 0);
            var third = ask(test, "/3");
            socket.request();
            socket.send(OK);
            assertEquals("GET /3 HTTP/1.1", socket.request().line());
            socket.send(OK);
            value(first);
            value(third);
        }
    }

    @Test
    void cancellingARequestClosesItsConnectionAtOnce() {
        try (TestClient test = TestClient.start()) {
            Cancellable request = test.get("/").text().subscribe();
            RawSocket socket = test.accept();
            socket.request();
            request.cancel();
            assertNull(socket.line());
            until(() -> test.client.pool().connections() == 0);
        }
    }

    @Test
    void cancellingABodyClosesItsConnectionAtOnce() {
        try (TestClient test = TestClient.start()) {
            CompletableFuture<ByteBuffer> seen = new CompletableFuture<>();
            Cancellable body =
                    test.get("/").send().flatMapMany(ClientResponse::body).subscribe(seen::complete);
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
            value(seen);
            body.cancel();
            assertNull(socket.line());
            until(() -> test.client.pool().connections() == 0);
        }
    }

    @Test
    void theConnectionFreedLastIsUsedFirst() {
        try (TestClient test = TestClient.start()) {
            var first = ask(test, "/1");
            RawSocket one = test.accept();
            one.request();
            var second = ask(test, "/2");
            RawSocket two = test.accept();
            two.request();
            two.send(OK);
            value(second);
            one.send(OK);
            value(first);
            until(() -> test.client.pool().idle() == 2);
            var third = ask(test, "/3");
            assertEquals("GET /3 HTTP/1.1", one.request().line());
            one.send(OK);
            value(third);
        }
    }

    @Test
    void idleConnectionsAreClosed() {
        VirtualTime time = new VirtualTime();
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            var first = ask(test, "/");
            RawSocket socket = test.accept();
            socket.request();
            socket.send(OK);
            value(first);
            until(() -> test.client.pool().idle() == 1);
            time.advance(Duration.ofSeconds(29));
            assertEquals(1, test.client.pool().connections());
            until(() -> {
                time.advance(Duration.ofSeconds(1));
                return test.client.pool().connections() == 0;
            });
            assertNull(socket.line());
        }
    }

    @Test
    void oldConnectionsTakeNoMoreRequests() {
        VirtualTime time = new VirtualTime();
        try (TestClient test = TestClient.start(
                time, builder -> builder.maxAge(Duration.ofSeconds(20)).headTimeout(Duration.ofHours(1)))) {
            var first = ask(test, "/");
            RawSocket socket = test.accept();
            socket.request();
            time.advance(Duration.ofSeconds(21));
            socket.send(OK);
            value(first);
            assertNull(socket.line());
            until(() -> test.client.pool().connections() == 0);
        }
    }

    @Test
    void aConnectionThatWasLeftIsNotedAtOnce() {
        try (TestClient test = TestClient.start()) {
            var first = ask(test, "/");
            try (RawSocket socket = test.accept()) {
                socket.request();
                socket.send(OK);
                value(first);
            }
            until(() -> test.client.pool().connections() == 0);
        }
    }

    @Test
    void aRequestOnAConnectionThatIsBeingLeftIsSentOnceMore() {
        try (TestClient test = TestClient.start()) {
            RawSocket stale = used(test);
            var second = ask(test, "/2");
            stale.requestHead();
            stale.close();
            try (RawSocket fresh = test.accept()) {
                assertEquals("GET /2 HTTP/1.1", fresh.request().line());
                fresh.send(OK);
                assertEquals("ok", value(second));
            }
        }
    }

    @Test
    void itIsSentOnceMoreOnly() {
        try (TestClient test = TestClient.start()) {
            RawSocket stale = used(test);
            var second = ask(test, "/2");
            stale.requestHead();
            stale.close();
            RawSocket fresh = test.accept();
            fresh.requestHead();
            fresh.close();
            ClientException closed = failure(second, Reason.CLOSED);
            assertEquals(
                    "GET " + test.server.url("/2") + ": the server closed the connection before the response",
                    closed.getMessage());
        }
    }

    @Test
    void whatCouldBeDoneTwiceIsNotSentAgain() {
        try (TestClient test = TestClient.start()) {
            RawSocket stale = used(test);
            var post = begin(test.post("/2").withBody("x").text());
            stale.request();
            stale.close();
            failure(post, Reason.CLOSED);
        }
    }

    @Test
    void aBodyThatStreamsIsNotSentAgain() {
        try (TestClient test = TestClient.start()) {
            RawSocket stale = used(test);
            Many<ByteBuffer> body = Many.of(ByteBuffer.wrap(new byte[1]));
            var put =
                    begin(test.client.put(test.server.url("/2")).withBody(body).text());
            stale.request();
            stale.close();
            failure(put, Reason.CLOSED);
        }
    }

    private static RawSocket used(TestClient test) {
        var first = ask(test, "/1");
        RawSocket socket = test.accept();
        socket.request();
        socket.send(OK);
        value(first);
        until(() -> test.client.pool().idle() == 1);
        return socket;
    }

    @Test
    void bytesThatNobodyAskedForEndTheConnection() {
        try (TestClient test = TestClient.start()) {
            RawSocket socket = used(test);
            socket.send(OK);
            assertNull(socket.line());
            var second = ask(test, "/2");
            RawSocket other = test.accept();
            other.request();
            other.send(OK + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
            assertEquals("ok", value(second));
            assertNull(other.line());
        }
    }

    @Test
    void connectionsThatTheServerWantsToCloseAreClosed() {
        try (TestClient test = TestClient.start()) {
            var first = ask(test, "/1");
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
            value(first);
            assertNull(socket.line());
        }
    }

    @Test
    void aSmallRestIsThrownAwayToKeepTheConnection() {
        try (TestClient test = TestClient.start()) {
            int status = value(begin(askStatus(test)));
            assertEquals(200, status);
            assertEquals(1, test.client.pool().opened());
        }
    }

    private static One<Integer> askStatus(TestClient test) {
        var first = begin(test.get("/1").send(response -> One.of(response.status())));
        RawSocket socket = test.accept();
        socket.request();
        socket.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(500));
        value(first);
        socket.send("x".repeat(500));
        until(() -> test.client.pool().idle() == 1);
        var second = test.get("/2").send(response -> One.of(response.status()));
        Thread.ofVirtual().start(() -> {
            socket.request();
            socket.send(OK);
        });
        return second;
    }

    @Test
    void aClientThatIsShutDownFinishesWhatRuns() {
        try (TestClient test = TestClient.start()) {
            RawSocket idle = used(test);
            var running = begin(test.get("/2").text());
            idle.request();
            var down = begin(test.client.shutdown(Duration.ofMinutes(10)));
            failure(ask(test, "/3"), Reason.SHUT_DOWN);
            assertFalse(down.isDone());
            idle.send(OK);
            assertEquals("ok", value(running));
            assertNull(idle.line());
            value(down);
            assertEquals(0, test.client.pool().connections());
        }
    }

    @Test
    void whatIsLeftAtTheDeadlineFails() {
        VirtualTime time = new VirtualTime();
        try (TestClient test = TestClient.start(time, builder -> builder.maxConnections(1))) {
            var running = ask(test, "/1");
            test.accept().request();
            var waiting = ask(test, "/2");
            until(() -> test.client.pool().waiting() == 1);
            var down = begin(test.client.shutdown(Duration.ofSeconds(3)));
            time.advance(Duration.ofMillis(2_999));
            assertFalse(down.isDone());
            time.advance(Duration.ofMillis(1));
            value(down);
            assertTrue(failure(running, Reason.SHUT_DOWN).getMessage().endsWith(": the client is closed"));
            failure(waiting, Reason.SHUT_DOWN);
        }
    }

    @Test
    void aPoolThatIsEmptyIsForgottenAndMadeAgain() {
        try (TestClient test = TestClient.start()) {
            for (int i = 0; i < 3; i++) {
                var answer = ask(test, "/" + i);
                try (RawSocket socket = test.accept()) {
                    socket.request();
                    socket.send(OK);
                    assertEquals("ok", value(answer));
                }
                until(() -> test.client.pool().connections() == 0);
            }
            assertEquals(3, test.client.pool().opened());
        }
    }
}
