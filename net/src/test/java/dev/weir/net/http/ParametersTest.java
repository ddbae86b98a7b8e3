package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket.Reply;
import java.net.InetAddress;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ParametersTest {
    private enum Color {
        RED
    }

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(Routes.create()
                .get("/page", request -> say(request.query("page", Integer::parseInt, 1)))
                .get("/must", request -> say(request.query("page", Long::parseLong)))
                .get("/price", request -> say(request.query("price", Double::parseDouble)))
                .get("/from", request -> say(request.query("from", InetAddress::ofLiteral)))
                .get("/color", request -> say(request.query("color", Color::valueOf)))
                .get("/id/{id}", request -> say(request.param("id", UUID::fromString)))
                .get("/header", request -> say(request.header("x-n", Integer::parseInt)))
                .get("/header-or", request -> say(request.header("x-n", Integer::parseInt, 7)))
                .get("/limit", request -> say(request.query("n", ParametersTest::limit)))
                .get(
                        "/own",
                        request -> say(request.query("n", text -> {
                            throw new HttpException(422, "not " + text);
                        }))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static One<Response> say(Object value) {
        return One.of(Response.text(value.toString()));
    }

    @Test
    void areValues() {
        assertEquals("1", server.get("/page").body());
        assertEquals("12", server.get("/page?page=12").body());
        assertEquals("9000000000", server.get("/must?page=9000000000").body());
        assertEquals("RED", server.get("/color?color=RED").body());
        UUID id = new UUID(1, 2);
        assertEquals(id.toString(), server.get("/id/" + id).body());
        assertEquals("7", server.get("/header-or").body());
        assertEquals(
                "5",
                server.ask("GET /header HTTP/1.1\r\nHost: a\r\nX-N: 5\r\n\r\n").body());
    }

    @Test
    void whatIsMissingOrWrongIsNamed() {
        assertProblem("/must", "the query parameter \\\"page\\\" is missing", "page", "query");
        assertProblem("/page?page=two", "the query parameter \\\"page\\\" can't be \\\"two\\\"", "page", "query");
        assertProblem("/price?price=x", "the query parameter \\\"price\\\" can't be \\\"x\\\"", "price", "query");
        assertProblem("/from?from=x", "the query parameter \\\"from\\\" can't be \\\"x\\\"", "from", "query");
        assertProblem("/color?color=red", "the query parameter \\\"color\\\" can't be \\\"red\\\"", "color", "query");
        assertProblem("/id/7", "the path parameter \\\"id\\\" can't be \\\"7\\\"", "id", "path");
        assertProblem("/header", "the header parameter \\\"x-n\\\" is missing", "x-n", "header");
        assertEquals(422, server.get("/own?n=1").status());
    }

    private static int limit(String text) {
        int limit = Integer.parseInt(text);
        if (limit < 1 || limit > 100) {
            throw new IllegalArgumentException("n must be 1 to 100");
        }
        return limit;
    }

    @Test
    void whatTheParserSaysIsTold() {
        assertProblem(
                "/limit?n=0", "the query parameter \\\"n\\\" can't be \\\"0\\\": n must be 1 to 100", "n", "query");
        assertProblem("/limit?n=x", "the query parameter \\\"n\\\" can't be \\\"x\\\"", "n", "query");
    }

    @Test
    void whatWasSentIsEscapedAndCut() {
        String body =
                server.get("/page?page=%22%3Cscript%3E%0A" + "x".repeat(100)).body();
        assertEquals(
                "{\"status\":400,\"title\":\"Bad Request\",\"detail\":\"the query parameter \\\"page\\\" can't be"
                        + " \\\"\\\"<script>?"
                        + "x".repeat(54) + "…\\\"\",\"parameter\":\"page\",\"in\":\"query\"}\n",
                body);
    }

    private static void assertProblem(String target, String detail, String parameter, String in) {
        Reply reply = server.get(target);
        assertEquals(400, reply.status());
        assertEquals("application/problem+json", reply.header("content-type"));
        assertEquals(
                "{\"status\":400,\"title\":\"Bad Request\",\"detail\":\"" + detail + "\",\"parameter\":\"" + parameter
                        + "\",\"in\":\"" + in + "\"}\n",
                reply.body());
    }
}
