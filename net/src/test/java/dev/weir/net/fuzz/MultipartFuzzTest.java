package dev.weir.net.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.fuzz.FuzzedServer.End;
import dev.weir.net.fuzz.Http1Replies.Reply;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.form.Multipart;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NoLeaks.class, Quiet.class})
class MultipartFuzzTest {
    private static final String[] PHRASES = {
        "\r\n",
        "\n",
        "\r",
        "--",
        "--cut",
        "\r\n--cut\r\n",
        "\r\n--cut--\r\n",
        "\r\n--cut--",
        "--cut \t\r\n",
        "\0",
        "\"",
        "\\\"",
        ";",
        "\r\n\r\n",
        "Content-Disposition: form-data; name=b\r\n",
        "Content-Disposition: form-data\r\n",
        "Content-Transfer-Encoding: base64\r\n",
        "; filename=../../x",
        "; filename*=UTF-8''%e2%82%ac",
        "; filename*=UTF-8''%zz",
        "Content-Type: text/plain; charset=nonsense\r\n",
        "\u00ff\u00fe"
    };

    private static One<Response> parts(Request request) {
        return Multipart.of(request)
                .withMaxParts(20)
                .withMaxFieldBytes(500)
                .parts()
                .concatMap(part -> part.bytes()
                        .map(content -> part.name() + "|" + part.filename() + "|" + part.contentType() + "|"
                                + Arrays.hashCode(content) + "\n")
                        .toMany())
                .toList()
                .map(all -> Response.text(String.join("", all)));
    }

    private static byte[] body(Random random) {
        StringBuilder body = new StringBuilder(Fuzz.any(random, "", "", "preamble\r\n"));
        int parts = random.nextInt(4);
        for (int i = 0; i < parts; i++) {
            body.append("--cut\r\nContent-Disposition: form-data; name=\"n" + i + "\"")
                    .append(Fuzz.any(random, "", "; filename=\"a \\\"b\\\".txt\"", "; filename*=UTF-8''%c3%a9"))
                    .append("\r\n" + Fuzz.any(random, "", "Content-Type: text/plain\r\n") + "\r\n")
                    .append(Fuzz.any(random, "", "value", "\r\n--cu\r\n-\r\r\n--cut", "x".repeat(random.nextInt(600))))
                    .append("\r\n");
        }
        return Fuzz.latin1(body + "--cut--" + Fuzz.any(random, "", "\r\n", "\r\nepilogue"));
    }

    @Test
    void everyBodyHasOneMeaningHoweverItIsCut() {
        try (FuzzedServer server = new FuzzedServer(MultipartFuzzTest::parts)) {
            Fuzz.run(500, random -> {
                byte[] plain = body(random);
                byte[] body = Fuzz.chance(random, 4) ? plain : Fuzz.mutated(random, plain, PHRASES);
                byte[] request =
                        Fuzz.latin1("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=cut\r\n"
                                + "Content-Length: " + body.length + "\r\n\r\n"
                                + new String(body, StandardCharsets.ISO_8859_1));
                List<Reply> whole = Http1Replies.of(server.play(List.of(request), End.FINISHED));
                assertEquals(1, whole.size());
                int status = whole.getFirst().status();
                assertTrue(status == 200 || status == 400 || status == 413 || status == 415, "" + status);
                List<Reply> cut = Http1Replies.of(server.play(Fuzz.pieces(random, request), End.FINISHED));
                assertEquals(status, cut.getFirst().status());
                assertEquals(whole.getFirst().body(), cut.getFirst().body());
                server.check();
            });
        }
    }
}
