package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.Fuzz;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Frames of all kinds, as they should be and as they should not, however they arrive. */
@ExtendWith(Quiet.class)
class FrameFuzzTest {
    /** What one side says on some streams, in no particular order; the numbers of streams begin with 1 or 2. */
    private static List<RawFrame> frames(Random random, int first) {
        List<RawFrame> frames = new ArrayList<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            int stream = Fuzz.chance(random, 12) ? 0 : first + 2 * random.nextInt(4);
            int other = random.nextInt(9);
            frames.add(frame(random, stream, other));
        }
        return frames;
    }

    private static RawFrame frame(Random random, int stream, int ours) {
        String data = Fuzz.text(random, 40);
        int credit = Fuzz.any(random, 0, 1, 2, 3, Integer.MAX_VALUE);
        RawFrame frame = switch (random.nextInt(14)) {
            case 0 -> RawFrame.response(stream, data);
            case 1 -> RawFrame.response(stream, Fuzz.text(random, 20), data);
            case 2 -> RawFrame.stream(stream, credit, data);
            case 3 -> RawFrame.channel(stream, credit, data);
            case 4 -> RawFrame.fireAndForget(stream, data);
            case 5 -> RawFrame.requestN(Fuzz.any(random, stream, ours), credit);
            case 6 -> RawFrame.cancel(Fuzz.any(random, stream, ours));
            case 7 -> RawFrame.payload(Fuzz.any(random, stream, ours), Fuzz.text(random, 20), data);
            case 8, 9 -> RawFrame.payload(Fuzz.any(random, stream, ours), data);
            case 10 -> RawFrame.error(Fuzz.any(random, stream, ours), Fuzz.any(random, 0x101, 0x201, 0x202, 3), data);
            case 11 -> RawFrame.keepalive(Fuzz.any(random, 0, RawFrame.RESPOND), data);
            case 12 -> RawFrame.metadataPush(data);
            default -> Fuzz.any(random, RawFrame.extension(RawFrame.IGNORE, 1), RawFrame.lease(1, 1), RawFrame.setup());
        };
        return frame.with(
                Fuzz.any(random, 0, 0, 0, RawFrame.COMPLETE, RawFrame.FOLLOWS, RawFrame.NEXT, RawFrame.IGNORE));
    }

    private static byte[] mutated(Random random, List<RawFrame> frames) {
        int at = random.nextInt(frames.size());
        RawFrame frame = frames.get(at);
        switch (random.nextInt(7)) {
            case 0 -> frames.add(random.nextInt(frames.size()), frame);
            case 1 -> frames.set(at, new RawFrame(frame.stream(), random.nextInt(64), frame.flags(), frame.body()));
            case 2 -> frames.set(at, new RawFrame(frame.stream(), frame.type(), random.nextInt(1024), frame.body()));
            case 3 -> frames.set(at, frame.on(random.nextInt()));
            case 4 ->
                frames.set(at, frame.saying(Arrays.copyOf(frame.body(), random.nextInt(frame.body().length + 1))));
            default -> frames.set(at, frame.saying(Fuzz.mutated(random, frame.body())));
        }
        byte[] bytes = RawBytes.framed(frames.toArray(RawFrame[]::new));
        return Fuzz.chance(random, 4) ? Fuzz.mutated(random, bytes) : bytes;
    }

    private static List<RawFrame> read(byte[] bytes) {
        List<RawFrame> frames = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            int length = (in.get() & 0xff) << 16 | (in.getShort() & 0xffff);
            byte[] frame = new byte[length];
            in.get(frame);
            frames.add(RawFrame.read(frame));
        }
        return frames;
    }

    /** What the subject says has to be right, whatever it was told. */
    private static List<String> words(byte[] bytes) {
        Map<Integer, Boolean> inData = new HashMap<>();
        List<String> words = new ArrayList<>();
        for (RawFrame frame : read(bytes)) {
            words.add(frame.toString());
            int stream = frame.stream();
            switch (frame.type()) {
                case RawFrame.PAYLOAD -> {
                    assertTrue(stream > 0, words::toString);
                    assertTrue(frame.has(RawFrame.NEXT) || frame.has(RawFrame.COMPLETE), words::toString);
                    assertTrue(frame.bytes().length <= 100, words::toString);
                    boolean hadData = inData.getOrDefault(stream, false);
                    assertTrue(!hadData || !frame.has(RawFrame.METADATA), words::toString);
                    inData.put(
                            stream,
                            frame.has(RawFrame.FOLLOWS)
                                    && (hadData || !frame.data().isEmpty()));
                }
                case RawFrame.ERROR -> {
                    int code = frame.number();
                    assertTrue(stream == 0 ? code < 0x200 : code > 0x200, words::toString);
                }
                case RawFrame.REQUEST_N -> assertTrue(stream > 0 && frame.number() > 0, words::toString);
                case RawFrame.CANCEL -> assertTrue(stream > 0, words::toString);
                case RawFrame.KEEPALIVE -> assertTrue(stream == 0 && !frame.has(RawFrame.RESPOND), words::toString);
                default -> throw new AssertionError(words.toString());
            }
        }
        return words;
    }

    private static List<byte[]> after(byte[] first, List<byte[]> pieces) {
        List<byte[]> all = new ArrayList<>(List.of(first));
        all.addAll(pieces);
        return all;
    }

    @Test
    void aServerUnderstandsFramesAlikeHoweverTheyAreCut() throws Exception {
        byte[] setup = RawBytes.framed(RawFrame.setup());
        try (FuzzedEnd end = new FuzzedEnd()) {
            Fuzz.run(400, random -> {
                List<RawFrame> frames = frames(random, 1);
                byte[] bytes = Fuzz.chance(random, 3)
                        ? RawBytes.framed(frames.toArray(RawFrame[]::new))
                        : mutated(random, frames);
                List<String> whole = words(end.serve(after(setup, List.of(bytes))));
                List<String> cut = words(end.serve(after(setup, Fuzz.pieces(random, bytes))));
                assertEquals(whole, cut, () -> HexFormat.of().formatHex(bytes));
            });
        }
    }

    @Test
    void aServerUnderstandsSetupsAlikeHoweverTheyAreCut() throws Exception {
        try (FuzzedEnd end = new FuzzedEnd()) {
            Fuzz.run(200, random -> {
                List<RawFrame> frames = new ArrayList<>(List.of(RawFrame.setup(
                        0, 1 + random.nextInt(), 1 + random.nextInt(), "a/b", "c", Fuzz.text(random, 20))));
                byte[] bytes = mutated(random, frames);
                byte[] request = RawBytes.framed(RawFrame.response(1, "x"));
                List<String> whole = words(end.serve(List.of(bytes, request)));
                List<String> cut = words(end.serve(concat(Fuzz.pieces(random, bytes), request)));
                assertEquals(whole, cut, () -> HexFormat.of().formatHex(bytes));
            });
        }
    }

    private static List<byte[]> concat(List<byte[]> pieces, byte[] last) {
        List<byte[]> all = new ArrayList<>(pieces);
        all.add(last);
        return all;
    }

    @Test
    void aClientUnderstandsFramesAlikeHoweverTheyAreCut() throws Exception {
        try (FuzzedEnd end = new FuzzedEnd()) {
            Fuzz.run(400, random -> {
                List<RawFrame> frames = frames(random, 2);
                byte[] bytes = Fuzz.chance(random, 3)
                        ? RawBytes.framed(frames.toArray(RawFrame[]::new))
                        : mutated(random, frames);
                List<String> whole = end.ask(List.of(bytes));
                List<String> cut = end.ask(Fuzz.pieces(random, bytes));
                assertEquals(whole, cut, () -> HexFormat.of().formatHex(bytes));
                endOnce(whole);
            });
        }
    }

    /** Each request of the client ends once, and nothing comes after that; of a channel each direction ends alone. */
    private static void endOnce(List<String> words) {
        for (int stream : new int[] {1, 3, 5, 7}) {
            String said = words.stream()
                    .filter(word -> word.startsWith(stream + " "))
                    .map(word -> word.split(" ")[1])
                    .filter(word -> !word.equals("sent"))
                    .collect(Collectors.joining(" "));
            String ends = stream == 5
                    ? "(next |cancelled )*(failed|complete( cancelled)?|complete( cancelled)? failed)"
                    : "(next )*(failed|complete)";
            assertTrue(said.matches(ends), () -> stream + " " + said);
        }
    }
}
