package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weir.net.NoLeaks;
import dev.weir.net.loop.Bytes;
import dev.weir.net.loop.Received;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What we accept, an independent parser accepts too and reads in the same way: sample requests, damaged
 * at random, go through both. The other way round does not hold: we refuse more.
 */
@ExtendWith(NoLeaks.class)
class PeerParserTest {
    private static final int ROUNDS = Integer.getInteger("dev.weir.fuzz.rounds", 10_000);
    private static final String ALPHABET = "\r\n\t :;,=/?#%*\"0159afGTP.\u0000\u007f\u00e9-+x";
    private static final String[] SEEDS = {
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a/b?c=d&e HTTP/1.1\r\nHost: a:80\r\nAccept: */*\r\nConnection: close\r\n\r\n",
        "GET http://a/b HTTP/1.1\r\nHost: a\r\nUser-Agent: x y\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\n\r\n",
        "PUT /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
    };

    /** One request as a parser read it; a null in a list of them stands for a refusal. */
    private record Read(String method, String target, List<String> fields, String body) {}

    @Test
    void whatWeAcceptMeansTheSameToAnother() {
        Random random = new Random(Long.getLong("dev.weir.fuzz.seed", 42));
        int accepted = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String text = damaged(SEEDS[random.nextInt(SEEDS.length)], random);
            List<Read> ours = ours(text);
            List<Read> peers = peers(text);
            for (int k = 0; k < ours.size() && ours.get(k) != null; k++) {
                if (k >= peers.size() || peers.get(k) == null) {
                    fail("accepted by us alone: " + visible(text));
                }
                assertEquals(peers.get(k), ours.get(k), () -> visible(text));
                accepted++;
            }
        }
        assertTrue(accepted > ROUNDS / 10, "only " + accepted + " were accepted: the test is too wild");
    }

    private static String damaged(String seed, Random random) {
        StringBuilder text = new StringBuilder(seed);
        for (int n = random.nextInt(3); n > 0; n--) {
            int at = random.nextInt(text.length());
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, c);
                case 2 -> text.setCharAt(at, c);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(20))));
            }
        }
        return text.toString();
    }

    private static List<Read> ours(String text) {
        List<Read> all = new ArrayList<>();
        Received in = Bytes.received(text);
        HeadParser parser = new HeadParser(8192, 16384, 100);
        try {
            for (RequestHead head = parser.next(in); head != null; head = parser.next(in)) {
                StringBuilder body = new StringBuilder();
                if (head.hasBody()) {
                    BodyDecoder decoder = BodyDecoder.of(head, 16384, 100);
                    for (ByteBuffer piece = decoder.next(in); piece != null; piece = decoder.next(in)) {
                        body.append(StandardCharsets.ISO_8859_1.decode(piece));
                    }
                    if (!decoder.isDone()) {
                        return all;
                    }
                }
                all.add(new Read(head.method(), head.target(), List.of(head.fields()), body.toString()));
            }
        } catch (BadRequest refused) {
            all.add(null);
        }
        return all;
    }

    private static List<Read> peers(String text) {
        List<Read> all = new ArrayList<>();
        EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
        HttpRequest request = null;
        StringBuilder body = new StringBuilder();
        boolean refused = false;
        for (HttpObject part = channel.readInbound(); part != null; part = channel.readInbound()) {
            refused |= part.decoderResult().isFailure();
            if (part instanceof HttpRequest begun) {
                request = begun;
                body.setLength(0);
            }
            if (part instanceof HttpContent content) {
                body.append(content.content().toString(StandardCharsets.ISO_8859_1));
                content.release();
            }
            if (!refused && part instanceof LastHttpContent) {
                all.add(new Read(request.method().name(), request.uri(), fields(request), body.toString()));
            }
        }
        if (refused) {
            all.add(null);
        }
        channel.finishAndReleaseAll();
        return all;
    }

    private static List<String> fields(HttpRequest request) {
        List<String> fields = new ArrayList<>();
        request.headers().forEach(field -> {
            fields.add(field.getKey().toLowerCase(java.util.Locale.ROOT));
            fields.add(field.getValue());
        });
        return fields;
    }

    private static String visible(String text) {
        return text.replace("\r", "\\r")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                .replace("\u0000", "\\0");
    }
}
