package dev.weir.net.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.HttpClientBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NoLeaks.class, Quiet.class})
class Http2ClientFuzzTest {
    private static final int PREFACE = 24;
    private static final int FIRST_STREAM = 3; // as Netty counts
    private static final String[] PHRASES = {
        "\0\0\0\4\0\0\0\0\0",
        "\0\0\10\6\0\0\0\0\0pingpong",
        "\0\0\0\1\4\0\0\0\3",
        "\0\0\0\0\1\0\0\0\3",
        "\0\0\4\3\0\0\0\0\3\0\0\0\7",
        "\0\0\4\3\0\0\0\0\3\0\0\0\0",
        "\0\0\4\10\0\0\0\0\3\0\0\0\0",
        "\0\0\10\7\0\0\0\0\0\0\0\0\3\0\0\0\0",
        "\0\0\10\7\0\0\0\0\0\0\0\0\0\0\0\0\1",
        "\0\0\5\5\4\0\0\0\3\0\0\0\2\210",
        "\0\0\0\13\0\0\0\0\3",
        "\0\0\6\4\0\0\0\0\0\0\4\377\377\377\377",
        "\210",
        "\76\341\377\3",
        "\177\377\377\377\377\177",
        "\0"
    };

    /** Reads as far as the client's request, which comes when it knows the server's settings. */
    private static void awaitRequest(RawSocket peer) {
        peer.send(RawHttp2.bytes(RawHttp2.SETTINGS, 0, 0, new byte[0]));
        peer.bytes(PREFACE);
        int type;
        do {
            ByteBuffer head = ByteBuffer.wrap(peer.bytes(9));
            int start = head.getInt();
            type = start & 0xff;
            if (type == RawHttp2.HEADERS) {
                assertEquals(FIRST_STREAM, head.getInt(5));
            }
            peer.bytes(start >>> 8);
        } while (type != RawHttp2.HEADERS);
    }

    private static List<byte[]> frames(Random random) {
        Http2Frames frames = new Http2Frames();
        List<byte[]> all = new ArrayList<>();
        all.add(RawHttp2.bytes(RawHttp2.SETTINGS, RawHttp2.ACK, 0, new byte[0]));
        if (Fuzz.chance(random, 4)) {
            all.add(head(frames.block(":status", "103", "link", "x"), 0));
        }
        byte[] body = Fuzz.random(random, random.nextInt(300));
        byte[] block = Fuzz.chance(random, 2)
                ? frames.block(":status", "200", "content-length", "" + body.length, "a", "b")
                : frames.block(":status", "404", "x", "v".repeat(random.nextInt(50)));
        boolean trailers = Fuzz.chance(random, 4);
        all.add(head(block, body.length == 0 && !trailers ? RawHttp2.END_STREAM : 0));
        for (int at = 0; at < body.length; ) {
            int to = Math.min(body.length, at + 1 + random.nextInt(150));
            int last = to == body.length && !trailers ? RawHttp2.END_STREAM : 0;
            all.add(RawHttp2.bytes(RawHttp2.DATA, last, FIRST_STREAM, Arrays.copyOfRange(body, at, to)));
            at = to;
        }
        if (trailers) {
            all.add(head(frames.block("tail", "x"), RawHttp2.END_STREAM));
        }
        return all;
    }

    private static byte[] head(byte[] block, int flags) {
        return RawHttp2.bytes(RawHttp2.HEADERS, flags | RawHttp2.END_HEADERS, FIRST_STREAM, block);
    }

    private static byte[] mutated(Random random, List<byte[]> frames) {
        int at = random.nextInt(frames.size());
        byte[] frame = frames.get(at);
        switch (random.nextInt(5)) {
            case 0 -> frames.add(random.nextInt(frames.size()), frame);
            case 1 -> frames.remove(at);
            case 2 -> frame[3 + random.nextInt(2)] = (byte) random.nextInt(16);
            case 3 -> {
                byte[] payload = Fuzz.mutated(random, Arrays.copyOfRange(frame, 9, frame.length), PHRASES);
                frames.set(at, RawHttp2.bytes(frame[3], frame[4], frame[8], payload));
            }
            default -> {
                return Fuzz.mutated(random, joined(frames), PHRASES);
            }
        }
        return joined(frames);
    }

    private static byte[] joined(List<byte[]> frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(all::writeBytes);
        return all.toByteArray();
    }

    @Test
    void everyResponseHasOneMeaningHoweverItIsCut() {
        try (FuzzedClient client = new FuzzedClient(HttpClientBuilder::http2PriorKnowledge)) {
            Fuzz.run(300, random -> {
                List<byte[]> frames = frames(random);
                byte[] bytes = Fuzz.chance(random, 5) ? joined(frames) : mutated(random, frames);
                boolean silent = Fuzz.chance(random, 3);
                String whole = client.outcome(Http2ClientFuzzTest::awaitRequest, List.of(bytes), silent);
                assertEquals(
                        whole,
                        client.outcome(Http2ClientFuzzTest::awaitRequest, Fuzz.pieces(random, bytes), silent),
                        () -> HexFormat.of().formatHex(bytes));
            });
        }
    }

    @Test
    void aClientThatComesBackForAnotherTryIsHeardOut() throws Exception {
        byte[] nothingServed = RawHttp2.bytes(RawHttp2.GOAWAY, 0, 0, new byte[8]);
        try (FuzzedClient client = new FuzzedClient(HttpClientBuilder::http2PriorKnowledge)) {
            assertEquals("CONNECT", client.outcome(Http2ClientFuzzTest::awaitRequest, List.of(nothingServed), false));
        }
    }
}
