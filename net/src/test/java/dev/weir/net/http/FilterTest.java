package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(NoLeaks.class)
class FilterTest {
    @TempDir
    private Path folder;

    private static final Context.Key<String> USER = Context.Key.of("user");

    private final List<String> seen = new CopyOnWriteArrayList<>();

    private Filter named(String name) {
        return (request, next) -> {
            seen.add(name + " in");
            return next.handle(request).doOnValue(response -> seen.add(name + " out " + response.status()));
        };
    }

    private static Handler text(String text) {
        return request -> One.of(Response.text(text));
    }

    private static String options(String path) {
        return "OPTIONS " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    @Test
    void theFirstIsTheOutermost() {
        try (TestServer server =
                TestServer.start(text("x").with(named("a"), named("b").around(named("c"))))) {
            assertEquals("x", server.get("/").body());
        }
        assertEquals(List.of("a in", "b in", "c in", "c out 200", "b out 200", "a out 200"), seen);
    }

    @Test
    void aHandlerThatGivesNothingIsToldOfByName() {
        Filter careless = (request, next) -> next.handle(request).map(response -> response.withStatus(201));
        Filter telling = (request, next) -> next.handle(request)
                .onErrorResume(failure -> One.of(Response.text(String.valueOf(failure.getMessage()))));
        Handler nothing = request -> One.supply(() -> null);
        try (TestServer server = TestServer.start(nothing.with(telling, careless))) {
            assertEquals(
                    "the handler's One gave null instead of a response",
                    server.get("/").body());
        }
    }

    @Test
    void aChangeThatGivesNothingIsToldOfByName() {
        Filter telling = (request, next) -> next.handle(request)
                .onErrorResume(failure -> One.of(Response.text(String.valueOf(failure.getMessage()))));
        try (TestServer server = TestServer.start(text("x").with(telling, Filter.changing((_, _) -> null)))) {
            assertEquals(
                    "the change returned null instead of a response",
                    server.get("/").body());
        }
    }

    @Test
    void routesCarryTheirFiltersAlongAndThoseAddedLaterGoWithout() {
        Routes inner = Routes.create().get("/one", text("one")).with(named("inner"));
        Routes routes = Routes.create()
                .get("/before", text("before"))
                .under("/api", inner)
                .with(named("outer"))
                .get("/after", text("after"));
        try (TestServer server = TestServer.start(routes)) {
            assertEquals("after", server.get("/after").body());
            assertEquals(List.of(), seen);
            assertEquals("before", server.get("/before").body());
            assertEquals(List.of("outer in", "outer out 200"), seen);
            seen.clear();
            assertEquals("one", server.get("/api/one").body());
            assertEquals(List.of("outer in", "inner in", "inner out 200", "outer out 200"), seen);
        }
    }

    @Test
    void filtersSeeWhatAnswersInPlaceOfARoute() {
        Routes inner = Routes.create().get("/one", text("one")).with(named("inner"));
        Routes routes = Routes.create().under("/api", inner).with(named("outer"));
        try (TestServer server = TestServer.start(routes)) {
            assertEquals(404, server.get("/none").status());
            assertEquals(List.of("outer in", "outer out 404"), seen);
            seen.clear();
            Reply options = server.askHead(options("/api/one"));
            assertEquals("GET, HEAD, OPTIONS", options.header("allow"));
            assertEquals(List.of("outer in", "inner in", "inner out 204", "outer out 204"), seen);
        }
    }

    @Test
    void aFilterMayAnswerByItselfAndPassValuesOn() {
        Filter guard = (request, next) -> {
            String user = request.header("x-user");
            return user == null ? One.of(Response.problem(401, "who are you?")) : next.handle(request.with(USER, user));
        };
        Handler handler = request -> One.of(Response.text(request.get(USER) + " at " + request.route()));
        Routes routes = Routes.create().get("/users/{id}", handler).with(guard);
        try (TestServer server = TestServer.start(routes)) {
            assertEquals(401, server.get("/users/1").status());
            assertEquals(
                    "Ada at /users/{id}",
                    server.ask("GET /users/1 HTTP/1.1\r\nHost: a\r\nX-User: Ada\r\n\r\n")
                            .body());
        }
    }

    @Test
    void whatAFilterThrowsIsAFailureLikeOthers() {
        Filter failing = (request, next) -> {
            throw new HttpException(418, "no");
        };
        try (TestServer server = TestServer.start(Routes.create()
                .get("/", text("x"))
                .with(failing, (request, next) -> next.handle(request.withHeaders(Headers.empty()))))) {
            Reply reply = server.get("/");
            assertEquals(418, reply.status());
            assertNull(reply.header("connection"));
        }
    }

    private static Filter marking(String mark) {
        return Filter.changing((request, response) -> response.addHeader("X-Mark", mark + request.path()));
    }

    /** At once, and later on another thread. */
    private static Routes failing() {
        return Routes.create()
                .get("/thrown", request -> {
                    throw new HttpException(409, "taken");
                })
                .get(
                        "/late",
                        request -> One.blocking(() -> {
                            throw new HttpException(410, "gone");
                        }));
    }

    @Test
    void whatChangesResponsesChangesThoseOfFailuresToo() {
        Routes routes = failing()
                .get("/fine", text("fine"))
                .get("/values", request -> One.of(Response.values(Many.fail(() -> new HttpException(411, "none")))))
                .with(marking("a"), marking("b"));
        try (TestServer server = TestServer.start(routes)) {
            for (String path : List.of("/fine", "/thrown", "/late")) {
                String head = server.get(path).header("x-mark");
                assertEquals("a" + path, head); // the last field of that name, added by the outermost
            }
            Reply values = server.get("/values");
            assertEquals(411, values.status());
            assertEquals("a/values", values.header("x-mark"));
        }
    }

    @Test
    void aFailureThatWasTriedAgainIsChangedOnce() {
        AtomicInteger changes = new AtomicInteger();
        Filter counting = Filter.changing(
                (request, response) -> response.withHeader("X-Changes", "" + changes.incrementAndGet()));
        Filter again = (request, next) -> One.call(() -> next.handle(request))
                .<Response>flatMap(answer -> answer)
                .retry(Retry.atMost(1));
        Filter around = again.around(counting);
        List<Filter[]> chains = List.of(new Filter[] {counting, again, counting}, new Filter[] {counting, around});
        for (Filter[] filters : chains) {
            try (TestServer server = TestServer.start(failing().with(filters))) {
                for (String path : List.of("/thrown", "/late")) {
                    changes.set(0);
                    Reply reply = server.get(path);
                    assertTrue(reply.status() > 400);
                    assertEquals("2", reply.header("x-changes"));
                }
            }
        }
    }

    @Test
    void whatFailedMayBecomeAValue() {
        Filter envelope = Filter.changing((request, response) -> response.status() < 400
                ? response
                : Response.value(Map.of("error", response.status())).withStatus(response.status()));
        try (TestServer server = TestServer.start(failing().with(envelope))) {
            assertEquals("{\"error\":409}", server.get("/thrown").body());
            assertEquals("{\"error\":410}", server.get("/late").body());
        }
    }

    @Test
    @SuppressWarnings("NullAway") // as nobody checks it
    void aChangeToNullLeavesTheAnswerOfAFailure() {
        Filter broken = Filter.changing((request, response) -> null);
        Handler taken = request -> One.fail(() -> new HttpException(409, "taken"));
        try (TestServer server = TestServer.start(taken.with(broken))) {
            assertEquals(409, server.get("/").status());
        }
    }

    @Test
    void aChangeThatFailsLeavesTheAnswer() {
        Filter broken = Filter.changing((request, response) -> {
            throw new IllegalStateException("meant to be logged");
        });
        Handler taken = request -> One.fail(() -> new HttpException(409, "taken"));
        try (TestServer server = TestServer.start(taken.with(broken))) {
            assertEquals(409, server.get("/").status());
        }
    }

    @ParameterizedTest
    @CsvSource({"/taken, 409", "/fine, 500"})
    void aChangeThatEndsInAnErrorLeavesTheAnswer(String target, int status) {
        Filter broken = Filter.changing((request, response) -> {
            throw new AssertionError("meant to be logged");
        });
        Handler handler = request -> request.target().equals("/taken")
                ? One.fail(() -> new HttpException(409, "taken"))
                : One.of(Response.text("fine"));
        try (TestServer server = TestServer.start(handler.with(broken))) {
            assertEquals(status, server.get(target).status());
        }
    }

    /** Nobody else would answer it. */
    @Test
    void aFailureThatCannotBeToldIsAnswered() {
        Object untold = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("meant to be logged");
            }
        };
        Handler failing = request ->
                One.fail(() -> new HttpException(Problem.of(409, "taken").with("by", untold)));
        try (TestServer server = TestServer.start(failing);
                RawSocket socket = server.connect()) {
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        500,
                        socket.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
                                .reply()
                                .status());
            }
        }
    }

    @Test
    void anAnswerOfAFailureThatFailsItselfIsNotAnsweredWithItself() throws Exception {
        Path page = Files.write(folder.resolve("page.html"), new byte[100_000]);
        Response kept = Response.file(page).await();
        Files.delete(page);
        for (Response broken :
                List.of(kept, Response.values(Many.fail(() -> new IllegalStateException("meant to be logged"))))) {
            Filter pages = Filter.changing((request, response) -> broken.withStatus(response.status()));
            try (TestServer server = TestServer.start(failing().with(pages))) {
                Reply reply = server.get("/thrown");
                assertEquals(500, reply.status());
                assertEquals("application/problem+json", reply.header("content-type"));
            }
        }
    }
}
