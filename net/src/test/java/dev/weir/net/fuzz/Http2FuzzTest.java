package dev.weir.net.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.fuzz.FuzzedServer.End;
import dev.weir.net.http.Response;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NoLeaks.class, Quiet.class})
class Http2FuzzTest {
    private static final byte[] PREFACE = Fuzz.latin1("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    private static final int PRIORITY = 2;
    private static final int PADDED = 8;
    private static final Pattern ANSWER =
            Pattern.compile("\\S+\\[:status: 200, .*\\bseen: ([^,\\]]+).*\\] (\\p{XDigit}*)");
    private static final String[] PHRASES = {
        "\0\0\0\4\0\0\0\0\0", // SETTINGS
        "\0\0\0\4\1\0\0\0\0",
        "\0\0\10\6\0\0\0\0\0pingpong",
        "\0\0\0\1\4\0\0\0\1",
        "\0\0\0\0\1\0\0\0\1",
        "\0\0\0\11\4\0\0\0\1",
        "\0\0\4\3\0\0\0\0\1\0\0\0\10",
        "\0\0\4\10\0\0\0\0\0\177\377\377\377",
        "\0\0\4\10\0\0\0\0\1\0\0\0\0",
        "\0\0\6\4\0\0\0\0\0\0\4\377\377\377\377",
        "\0\0\6\4\0\0\0\0\0\0\1\0\0\0\0",
        "\377\377\377\377\377",
        "\76\341\377\3", // sizes of the dynamic table
        "\40",
        "\177\377\377\377\377\177",
        "\202\206\204\0",
        "\0"
    };

    private static FuzzedServer start() {
        return new FuzzedServer(request -> request.bytes()
                .map(body ->
                        Response.bytes("x/y", body).withHeader("Seen", request.method() + " " + request.target())));
    }

    /**
     * What a client says after the preface, one frame each.
     *
     * @param asked gets what it asks for and sends, by stream
     */
    private static List<byte[]> frames(Random random, Map<Integer, String> asked) {
        Http2Frames frames = new Http2Frames();
        List<byte[]> all = new ArrayList<>();
        all.add(RawHttp2.bytes(RawHttp2.SETTINGS, 0, 0, new byte[0]));
        int streams = 1 + random.nextInt(5);
        for (int stream = 1; stream <= 2 * streams; stream += 2) {
            boolean body = Fuzz.chance(random, 2);
            byte[] block = frames.block(
                    ":method",
                    body ? "POST" : "GET",
                    ":scheme",
                    "http",
                    ":path",
                    "/" + stream,
                    ":authority",
                    "test",
                    Fuzz.any(random, "accept", "x-a", "cookie"),
                    "v".repeat(random.nextInt(40)));
            head(random, all, stream, block, body ? 0 : RawHttp2.END_STREAM);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            if (body) {
                for (int i = random.nextInt(3); i > 0; i--) {
                    all.add(data(random, stream, 0, sent));
                }
                all.add(data(random, stream, RawHttp2.END_STREAM, sent));
            }
            String content = HexFormat.of().formatHex(sent.toByteArray());
            asked.put(stream, (body ? "POST /" : "GET /") + stream + " " + content);
            between(random, all, stream);
        }
        return all;
    }

    private static void head(Random random, List<byte[]> all, int stream, byte[] block, int flags) {
        if (Fuzz.chance(random, 4)) {
            int cut = random.nextInt(block.length);
            all.add(RawHttp2.bytes(RawHttp2.HEADERS, flags, stream, Arrays.copyOf(block, cut)));
            byte[] rest = Arrays.copyOfRange(block, cut, block.length);
            all.add(RawHttp2.bytes(RawHttp2.CONTINUATION, RawHttp2.END_HEADERS, stream, rest));
        } else {
            all.add(RawHttp2.bytes(RawHttp2.HEADERS, flags | RawHttp2.END_HEADERS, stream, block));
        }
    }

    private static byte[] data(Random random, int stream, int flags, ByteArrayOutputStream sent) {
        byte[] content = Fuzz.random(random, 1 + random.nextInt(100));
        if (Fuzz.chance(random, 3)) {
            content[0] = (byte) random.nextInt(content.length); // so much of it is padding
            sent.write(content, 1, content.length - 1 - content[0]);
            return RawHttp2.bytes(RawHttp2.DATA, flags | PADDED, stream, content);
        }
        sent.writeBytes(content);
        return RawHttp2.bytes(RawHttp2.DATA, flags, stream, content);
    }

    /** What was asked for and sent, as answers tell it; another answer as it is. */
    private static String understood(String answer) {
        Matcher understood = ANSWER.matcher(answer);
        return understood.matches() ? understood.group(1) + " " + understood.group(2) : answer;
    }

    private static void between(Random random, List<byte[]> all, int stream) {
        switch (random.nextInt(8)) {
            case 0 -> all.add(RawHttp2.bytes(RawHttp2.PING, 0, 0, new byte[8]));
            case 1 -> all.add(RawHttp2.bytes(PRIORITY, 0, stream, new byte[5]));
            case 2 -> all.add(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, stream, RawHttp2.number(1000)));
            case 3 -> all.add(RawHttp2.bytes(0xfa, 0xff, 0, Fuzz.random(random, random.nextInt(20))));
            default -> {}
        }
    }

    private static byte[] joined(List<byte[]> frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Changes frames as bytes, or as a whole, or what is in them but not how long they say they are. */
    private static byte[] mutated(Random random, List<byte[]> frames) {
        int at = random.nextInt(frames.size());
        byte[] frame = frames.get(at);
        switch (random.nextInt(6)) {
            case 0 -> frames.add(random.nextInt(frames.size()), frame);
            case 1 -> frames.remove(at);
            case 2 -> frames.set(at, changed(frame, 3, (byte) random.nextInt(12)));
            case 3 -> frames.set(at, changed(frame, 4, (byte) random.nextInt(64)));
            case 4 -> frames.set(at, changed(frame, 8, (byte) random.nextInt(14)));
            default -> {
                byte[] payload = Fuzz.mutated(random, Arrays.copyOfRange(frame, 9, frame.length), PHRASES);
                frames.set(at, RawHttp2.bytes(frame[3], frame[4], frame[8], payload));
            }
        }
        byte[] bytes = joined(frames);
        return Fuzz.chance(random, 3) ? Fuzz.mutated(random, bytes, PHRASES) : bytes;
    }

    private static byte[] changed(byte[] frame, int at, byte value) {
        byte[] copy = frame.clone();
        copy[at] = value;
        return copy;
    }

    private static List<byte[]> withPreface(List<byte[]> pieces) {
        List<byte[]> all = new ArrayList<>(List.of(PREFACE));
        all.addAll(pieces);
        return all;
    }

    @Test
    void whatIsWellFormedIsUnderstoodHoweverItIsCut() {
        try (FuzzedServer server = start()) {
            Fuzz.run(150, random -> {
                Map<Integer, String> asked = new TreeMap<>();
                List<byte[]> frames = frames(random, asked);
                Http2Frames.Said whole =
                        Http2Frames.read(server.play(withPreface(List.of(joined(frames))), End.FINISHED));
                assertEquals(-1, whole.goAway());
                assertEquals(Set.of(), whole.reset());
                Map<Integer, String> understood = new TreeMap<>(whole.replies());
                understood.replaceAll((stream, answer) -> understood(answer));
                assertEquals(asked, understood);
                byte[] all = joined(withPreface(frames));
                assertEquals(
                        whole,
                        Http2Frames.read(server.play(Fuzz.pieces(random, all), End.SILENT))
                                .withoutEnd());
            });
        }
    }

    @Test
    void whatIsMalformedIsRefusedAlikeHoweverItIsCut() {
        try (FuzzedServer server = start()) {
            Fuzz.run(500, random -> {
                byte[] bytes = mutated(random, frames(random, new TreeMap<>()));
                End end = Fuzz.any(random, End.FINISHED, End.FINISHED, End.SILENT);
                Http2Frames.Said whole = Http2Frames.read(server.play(withPreface(List.of(bytes)), end));
                Http2Frames.Said cut = Http2Frames.read(server.play(withPreface(Fuzz.pieces(random, bytes)), end));
                assertEquals(whole.goAway(), cut.goAway(), () -> HexFormat.of().formatHex(bytes) + whole + cut);
                whole.replies().keySet().retainAll(cut.replies().keySet()); // the others were cut off by the end
                cut.replies().keySet().retainAll(whole.replies().keySet());
                assertEquals(whole.replies(), cut.replies());
                server.check();
            });
        }
    }
}
