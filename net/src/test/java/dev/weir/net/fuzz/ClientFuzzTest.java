package dev.weir.net.fuzz;

import static dev.weir.net.Gzip.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NoLeaks.class, Quiet.class})
class ClientFuzzTest {
    private static final String[] PHRASES = {
        "\r\n",
        "\n",
        "\r",
        "\0",
        " ",
        ":",
        "\r\n\r\n",
        "\r\n ",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.0",
        "HTTP/2.0",
        "Content-Length: 3\r\n",
        "Content-Length: -1\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip\r\n",
        "Content-Encoding: gzip\r\n",
        "Content-Encoding: br, gzip\r\n",
        "Connection: close\r\n",
        "0\r\n\r\n",
        "ffffffffffffffff\r\n",
        "\u00ff"
    };

    private static byte[] response(Random random) {
        byte[] body = Fuzz.random(random, random.nextInt(200));
        boolean zipped = Fuzz.chance(random, 4);
        byte[] content = zipped ? gzip(body) : body;
        String head = (Fuzz.chance(random, 6) ? "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" : "")
                + Fuzz.any(random, "HTTP/1.1 200 OK\r\n", "HTTP/1.1 404 \r\n", "HTTP/1.0 500 No\r\n")
                + Fuzz.any(random, "", "A: b\r\n", "Connection: close\r\n", "Set-Cookie: a=b\r\n")
                + (zipped ? "Content-Encoding: gzip\r\n" : "");
        String text = new String(content, StandardCharsets.ISO_8859_1);
        return Fuzz.latin1(
                switch (random.nextInt(3)) {
                    case 0 -> head + "\r\n" + text;
                    case 1 -> head + "Content-Length: " + content.length + "\r\n\r\n" + text;
                    default ->
                        head + "Transfer-Encoding: chunked\r\n\r\n"
                                + (content.length == 0
                                        ? ""
                                        : Integer.toHexString(content.length) + "\r\n" + text + "\r\n")
                                + "0\r\n\r\n";
                });
    }

    @Test
    void everyResponseHasOneMeaningHoweverItIsCut() {
        try (FuzzedClient client = new FuzzedClient(options -> options)) {
            Fuzz.run(400, random -> {
                byte[] plain = response(random);
                byte[] bytes = Fuzz.chance(random, 5) ? plain : Fuzz.mutated(random, plain, PHRASES);
                boolean silent = Fuzz.chance(random, 3);
                String whole = client.outcome(RawSocket::requestHead, List.of(bytes), silent);
                assertEquals(whole, client.outcome(RawSocket::requestHead, Fuzz.pieces(random, bytes), silent));
            });
        }
    }
}
