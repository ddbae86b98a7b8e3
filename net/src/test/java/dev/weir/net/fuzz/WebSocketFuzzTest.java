package dev.weir.net.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.NoLeaks;
import dev.weir.net.fuzz.FuzzedServer.End;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketOptions;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NoLeaks.class, Quiet.class})
class WebSocketFuzzTest {
    private static final String[] PHRASES = {
        "\u0081\u0080\0\0\0\0", // masked: text, close, ping, pong
        "\u0088\u0080\0\0\0\0",
        "\u0088\u0081\0\0\0\0\1",
        "\u0088\u0082\0\0\0\0\3\u00e8",
        "\u0088\u0082\0\0\0\0\3\u00ed",
        "\u0089\u0080\0\0\0\0",
        "\u008a\u0080\0\0\0\0",
        "\0\u0080\0\0\0\0",
        "\u0080\u0080\0\0\0\0",
        "\u00c1\u0081\0\0\0\0\0",
        "\u0081\1a",
        "\u0082\u00ff\u0080\0\0\0\0\0\0\0",
        "\u0082\u00ff\0\0\0\1\0\0\0\0",
        "\u0082\u00fe\u00ff\u00ff",
        "\u00ed\u00a0\u0080",
        "\0"
    };

    private static FuzzedServer start() {
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(MessageCompression.WITH_CONTEXT)
                .build();
        return new FuzzedServer(
                request -> WebSocket.accept(request, options, socket -> socket.send(socket.messages())));
    }

    private static String handshake(boolean deflate) {
        return "GET / HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                + (deflate ? "Sec-WebSocket-Extensions: permessage-deflate\r\n" : "") + "\r\n";
    }

    private static void frame(Random random, ByteArrayOutputStream out, int first, byte[] payload) {
        out.write(first);
        if (payload.length < 126) {
            out.write(0x80 | payload.length);
        } else {
            out.writeBytes(ByteBuffer.allocate(3)
                    .put((byte) (0x80 | 126))
                    .putShort((short) payload.length)
                    .array());
        }
        byte[] mask = Fuzz.random(random, 4);
        out.writeBytes(mask);
        for (int i = 0; i < payload.length; i++) {
            out.write(payload[i] ^ mask[i & 3]);
        }
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(content);
        byte[] buffer = new byte[content.length + 64];
        int length = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
        deflater.end();
        return java.util.Arrays.copyOf(buffer, Math.max(1, length - 4));
    }

    private static byte[] messages(Random random, boolean deflate) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            boolean text = Fuzz.chance(random, 2);
            byte[] content = text
                    ? "h\u00e9\u20ac\ud83d\ude00 ".repeat(random.nextInt(30)).getBytes(StandardCharsets.UTF_8)
                    : Fuzz.random(random, random.nextInt(300));
            boolean compressed = deflate && Fuzz.chance(random, 2);
            message(random, all, (text ? 1 : 2) | (compressed ? 0x40 : 0), compressed ? deflated(content) : content);
        }
        if (Fuzz.chance(random, 3)) {
            frame(random, all, 0x88, new byte[] {3, (byte) 0xe8});
        }
        return all.toByteArray();
    }

    private static void message(Random random, ByteArrayOutputStream all, int opcode, byte[] content) {
        int first = opcode;
        int at = 0;
        while (Fuzz.chance(random, 2)) {
            int to = at + random.nextInt(content.length - at + 1);
            frame(random, all, first, java.util.Arrays.copyOfRange(content, at, to));
            if (Fuzz.chance(random, 3)) {
                frame(random, all, 0x89, Fuzz.random(random, random.nextInt(20)));
            }
            first = 0;
            at = to;
        }
        frame(random, all, first | 0x80, java.util.Arrays.copyOfRange(content, at, content.length));
    }

    /**
     * What a server has said.
     *
     * @param messages the flags and payloads of data frames
     * @param close the code of the Close frame, -1 without one
     */
    private record Said(List<String> messages, int close) {
        static Said of(byte[] bytes) {
            String said = new String(bytes, StandardCharsets.ISO_8859_1);
            int end = said.indexOf("\r\n\r\n") + 4;
            assertTrue(said.startsWith("HTTP/1.1 101 ") && end > 4, said);
            ByteBuffer in = ByteBuffer.wrap(bytes).position(end);
            List<String> messages = new ArrayList<>();
            int close = -1;
            while (in.hasRemaining()) {
                assertEquals(-1, close, "nothing follows a Close");
                int first = in.get() & 0xff;
                int length = in.get();
                assertTrue(length >= 0, "a server does not mask");
                int whole = length == 126 ? in.getShort() & 0xffff : length == 127 ? (int) in.getLong() : length;
                assertTrue(length < 126 || whole >= 126, "the length is as short as can be");
                byte[] payload = new byte[whole];
                in.get(payload);
                int opcode = first & 0xf;
                switch (opcode) {
                    case 0, 1, 2 -> messages.add(first + " " + HexFormat.of().formatHex(payload));
                    case 8 ->
                        close = whole == 0 ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xffff;
                    default -> assertTrue((opcode == 9 || opcode == 10) && first >= 0x80 && whole < 126, "" + first);
                }
            }
            return new Said(messages, close);
        }
    }

    private static Said play(FuzzedServer server, boolean deflate, List<byte[]> pieces, End end) throws Exception {
        List<byte[]> all = new ArrayList<>(List.of(Fuzz.latin1(handshake(deflate))));
        all.addAll(pieces);
        return Said.of(server.play(all, end));
    }

    @Test
    void whatIsWellFormedIsUnderstoodHoweverItIsCut() {
        try (FuzzedServer server = start()) {
            Fuzz.run(150, random -> {
                boolean deflate = Fuzz.chance(random, 2);
                byte[] bytes = messages(random, deflate);
                Said whole = play(server, deflate, List.of(bytes), End.FINISHED);
                assertTrue(!whole.messages.isEmpty());
                assertEquals(whole, play(server, deflate, Fuzz.pieces(random, bytes), End.FINISHED));
            });
        }
    }

    @Test
    void whatIsMalformedIsRefusedAlikeHoweverItIsCut() {
        try (FuzzedServer server = start()) {
            Fuzz.run(500, random -> {
                boolean deflate = Fuzz.chance(random, 2);
                byte[] bytes = Fuzz.mutated(random, messages(random, deflate), PHRASES);
                End end = Fuzz.any(random, End.FINISHED, End.FINISHED, End.SILENT);
                Said whole = play(server, deflate, List.of(bytes), end);
                assertEquals(whole, play(server, deflate, Fuzz.pieces(random, bytes), end));
                server.check();
            });
        }
    }
}
