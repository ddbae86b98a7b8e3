package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class RoutesTest {
    private static TestServer server;

    private static Handler say(String text) {
        return request -> One.of(Response.text(text));
    }

    private static Handler param(String name) {
        return request -> One.of(Response.text(name + "=" + request.param(name)));
    }

    @BeforeAll
    static void start() {
        Routes api = Routes.create().get("/", say("api root")).post("/orders/{id}", param("id"));
        server = TestServer.start(Routes.create()
                .get("/", say("root"))
                .get("/rates", say("all"))
                .get("/rates/", say("with slash"))
                .get("/rates/EUR", say("euro"))
                .get("/rates/{currency}", param("currency"))
                .put("/rates/{other}", param("other"))
                .get("/rates/{currency}/history", param("currency"))
                .get("/rates/EUR/{day}", param("day"))
                .delete("/rates/EUR", say("deleted"))
                .patch("/caf\u00e9", say("patched"))
                .get("/{amount}", param("amount"))
                .get("/files/{path...}", param("path"))
                .get("/files/own", say("own"))
                .route("PURGE", "/files/own", say("purged"))
                .under("/api", api));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ask(String method, String target) {
        return server.ask(method + " " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, root",
        "GET, /?x=y, root",
        "GET, /rates, all",
        "GET, /rates/, with slash",
        "GET, /rates/EUR, euro",
        "GET, /r%61tes/%45UR, euro",
        "GET, /rates/USD, currency=USD",
        "GET, /rates/a%2Fb%20c, currency=a/b c",
        "PUT, /rates/EUR, other=EUR",
        "GET, /rates/EUR/history, day=history",
        "GET, /rates/USD/history, currency=USD",
        "DELETE, /rates/EUR, deleted",
        "PATCH, /caf%C3%A9, patched",
        "GET, /12.5, amount=12.5",
        "GET, /files/own, own",
        "PURGE, /files/own, purged",
        "GET, /files/a/b/c.txt, path=a/b/c.txt",
        "GET, /files/own/more, path=own/more",
        "GET, /files/, path=",
        "GET, /api/, api root",
        "POST, /api/orders/7, id=7",
        "GET, http://a/rates, all",
    })
    void findsTheMostSpecificRoute(String method, String target, String expected) {
        Reply reply = ask(method, target);
        assertEquals(expected, reply.body());
        assertEquals(200, reply.status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing/here", "/rates//", "/files", "/api", "/rates/EUR/x/y", "//"})
    void answers404WhereThereIsNothing(String target) {
        Reply reply = ask("GET", target);
        if (target.equals("/files") || target.equals("/api")) {
            assertEquals("amount=" + target.substring(1), reply.body());
            return;
        }
        assertEquals(404, reply.status());
        assertEquals("application/problem+json", reply.header("content-type"));
        assertTrue(reply.body().startsWith("{\"status\":404,\"title\":\"Not Found\","), reply.body());
    }

    @Test
    void answers405WithTheMethodsOfThePath() {
        Reply reply = ask("POST", "/rates/EUR");
        assertEquals(405, reply.status());
        assertEquals("DELETE, GET, HEAD, OPTIONS, PUT", reply.header("allow"));
        assertTrue(reply.body().contains("\"detail\":\"/rates/EUR answers"), reply.body());
    }

    @Test
    void answersOptions() {
        Reply reply = ask("OPTIONS", "/caf%C3%A9");
        assertEquals(204, reply.status());
        assertEquals("GET, HEAD, OPTIONS, PATCH", reply.header("allow"));
        assertEquals(
                "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PURGE, PUT",
                ask("OPTIONS", "*").header("allow"));
        assertEquals(404, ask("OPTIONS", "/no/where/at/all").status());
    }

    @Test
    void filtersSeeOptionsOfTheServer() {
        Routes routes = Routes.create()
                .get("/", request -> One.of(Response.text("x")))
                .with(Filter.changing((request, response) -> response.addHeader("X-Seen", request.path())));
        try (TestServer server = TestServer.start(routes);
                RawSocket client = server.connect()) {
            Reply reply = client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").reply();
            assertEquals(204, reply.status());
            assertEquals("*", reply.header("x-seen"));
        }
    }

    @Test
    void refusesPathsWithBadEscapes() {
        assertEquals(400, ask("GET", "/rates/%zz").status());
        assertEquals(400, ask("GET", "/rates/%ff").status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rates",
                "",
                "/a{b}",
                "/{a}{b}",
                "/{a...}/b",
                "/{}",
                "/{a b}",
                "/{a}/{a}",
                "/{a..}",
                "/a/:b",
                "/a/*",
                "/a/*.png"
            })
    void refusesPatternsThatMeanNothing(String pattern) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> Routes.create().get(pattern, say("")));
        assertTrue(refused.getMessage().startsWith("the pattern \"" + pattern + "\" "), refused.getMessage());
    }

    @Test
    void saysWhatAColonIsHere() {
        assertEquals(
                "the pattern \"/x/:id\" has :id where it should have {id}",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Routes.create().get("/x/:id", say("")))
                        .getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "Post", "options"})
    void refusesUsualMethodsInAnotherCase(String method) {
        assertEquals(
                "no client sends " + method + ", as the case of methods counts: write \""
                        + method.toUpperCase(Locale.ROOT) + "\"",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Routes.create().route(method, "/", say("")))
                        .getMessage());
        assertNotNull(Routes.create().route("purge", "/", say("")));
    }

    @Test
    void saysWhatAStarIsHere() {
        assertEquals(
                "the pattern \"/star/*\" has * where it should have {name} for one segment, or {path...} for all that"
                        + " follow",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Routes.create().get("/star/*", say("")))
                        .getMessage());
    }

    @Test
    void refusesTwoRoutesForTheSameRequests() {
        Routes routes = Routes.create().get("/a/{x}", say(""));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> routes.get("/a/{y}", say("")));
        assertEquals("two routes answer the same requests: GET /a/{x} and GET /a/{y}", refused.getMessage());
    }

    @Test
    void namesTheParametersThereAreWhenAskedForAnother() {
        try (TestServer other = TestServer.start(Routes.create().get("/{a}", request -> {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> request.param("b"));
            return One.of(Response.text(refused.getMessage()));
        }))) {
            assertEquals(
                    "the route's pattern has no parameter {b}, only [a]",
                    other.get("/x").body());
        }
    }
}
