package dev.weir.net.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.fuzz.FuzzedServer.End;
import dev.weir.net.fuzz.Http1Replies.Reply;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NoLeaks.class, Quiet.class})
class Http1FuzzTest {
    private static final String[] PHRASES = {
        "\r\n",
        "\n",
        "\r",
        "\0",
        "\r\n\r\n",
        " ",
        "\t",
        ":",
        ";",
        ",",
        "\u0085",
        "\u00a0",
        "\u00ff",
        "0\r\n\r\n",
        "\r\n ",
        "Content-Length: 3\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: identity, chunked\r\n",
        "Transfer-Encoding : chunked\r\n",
        "Host: b\r\n",
        "Connection: close\r\n",
        "Expect: 100-continue\r\n",
        "HTTP/1.0",
        "HTTP/1.1",
        "HTTP/2.0",
        "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n",
        "ffffffffffffffff",
        "7fffffffffffffff\r\n",
        "0x1",
        "-1",
        "http://a/",
        "%00",
        "%",
        "*",
        "//",
        "/../"
    };

    private static One<Response> mirror(Request request) {
        return request.bytes()
                .map(body -> Response.bytes("x/y", body)
                        .withHeader("Seen", request.method() + " " + request.target())
                        .withHeader("Fields", String.valueOf(request.headers().size())));
    }

    /** A well-formed request, and what it says. */
    private record Sent(String text, String seen, String body) {}

    private static Sent request(Random random) {
        String method = Fuzz.any(random, "GET", "POST", "PUT", "DELETE", "OPTIONS", "X-ODD");
        String target = Fuzz.any(random, "/", "/a/b?c=d&e", "/%41%2f?", "/" + "x".repeat(random.nextInt(300)));
        StringBuilder head = new StringBuilder(Fuzz.chance(random, 8) ? "\r\n" : "")
                .append(method + " " + target + " HTTP/1.1\r\n")
                .append(Fuzz.any(random, "Host: a\r\n", "hOST:\ta:80 \r\n", "Host:[::1]\r\n"));
        for (int i = random.nextInt(4); i > 0; i--) {
            head.append(
                    Fuzz.any(random, "A: b\r\n", "Empty:\r\n", "C:  \u00e9,\t\"d\"  \r\n", "Expect: 100-continue\r\n"));
        }
        int framing = random.nextInt(3);
        byte[] content = Fuzz.random(random, framing == 0 ? 0 : random.nextInt(200));
        String body = new String(content, StandardCharsets.ISO_8859_1);
        String rest = switch (framing) {
            case 0 -> "\r\n";
            case 1 -> "Content-Length: " + body.length() + "\r\n\r\n" + body;
            default -> "Transfer-Encoding: chunked\r\n\r\n" + chunks(random, body);
        };
        return new Sent(head + rest, method + " " + target, body);
    }

    private static String chunks(Random random, String body) {
        StringBuilder chunks = new StringBuilder();
        for (int at = 0; at < body.length(); ) {
            int to = Math.min(body.length(), at + 1 + random.nextInt(60));
            chunks.append(Fuzz.any(random, "", "0", "000"))
                    .append(Integer.toHexString(to - at))
                    .append(Fuzz.any(random, "", "", ";a", " ; b = c", ";d=\"\\\" ;\""))
                    .append("\r\n" + body.substring(at, to) + "\r\n");
            at = to;
        }
        return chunks + "0\r\n" + Fuzz.any(random, "", "", "Tail: x\r\n", "A: b\r\nC: d\r\n") + "\r\n";
    }

    private static List<Sent> requests(Random random) {
        List<Sent> requests = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            requests.add(request(random));
        }
        return requests;
    }

    private static byte[] bytes(List<Sent> requests) {
        StringBuilder all = new StringBuilder();
        requests.forEach(sent -> all.append(sent.text));
        return Fuzz.latin1(all.toString());
    }

    @Test
    void whatIsWellFormedIsUnderstoodHoweverItIsCut() {
        try (FuzzedServer server = new FuzzedServer(Http1FuzzTest::mirror)) {
            Fuzz.run(200, random -> {
                List<Sent> requests = requests(random);
                List<Reply> replies = Http1Replies.of(server.play(Fuzz.pieces(random, bytes(requests)), End.FINISHED));
                assertEquals(requests.size(), replies.size());
                for (int i = 0; i < replies.size(); i++) {
                    assertEquals(200, replies.get(i).status());
                    assertEquals(requests.get(i).seen, replies.get(i).headers().get("seen"));
                    assertEquals(requests.get(i).body, replies.get(i).body());
                }
            });
        }
    }

    @Test
    void whatIsMalformedIsRefusedAlikeHoweverItIsCut() {
        try (FuzzedServer server = new FuzzedServer(Http1FuzzTest::mirror)) {
            Fuzz.run(600, random -> {
                byte[] bytes = Fuzz.mutated(random, bytes(requests(random)), PHRASES);
                End end = Fuzz.any(random, End.FINISHED, End.FINISHED, End.SILENT);
                List<Reply> whole = Http1Replies.of(server.play(List.of(bytes), end));
                assertEquals(whole, Http1Replies.of(server.play(Fuzz.pieces(random, bytes), end)), () -> text(bytes));
                whole.forEach(
                        reply -> assertTrue(reply.status() < 500 || reply.status() == 501 || reply.status() == 505));
                server.check();
            });
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The rest of a body that nobody reads may have come, then the connection goes on, or not. */
    @Test
    void bodiesThatNobodyReadsOrThatAreStreamedBackEndTheConnectionAtMost() {
        try (FuzzedServer server = new FuzzedServer(request -> request.path().startsWith("/a")
                ? One.of(Response.text("unread").withHeader("Seen", request.method()))
                : One.of(Response.stream("x/y", request.body())))) {
            Fuzz.run(200, random -> {
                byte[] bytes = Fuzz.mutated(random, bytes(requests(random)), PHRASES);
                server.play(List.of(bytes), End.SILENT);
                server.play(Fuzz.pieces(random, bytes), End.FINISHED);
                server.check();
            });
        }
    }
}
