package dev.weir.net.http.content;

import dev.weir.Many;
import dev.weir.net.loop.Held;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What ranges, conditions and compressed bodies are taken for, as text; bodies come in pieces of a size. */
public final class ContentParsing {
    private static final long LENGTH = 1_000;

    /** Where nothing is counted. */
    public static final Gathering.Memory UNCOUNTED = new Gathering.Memory() {
        @Override
        public void hold(int more) {}

        @Override
        public RuntimeException tooLarge() {
            return new IllegalStateException("more than it was checked for");
        }
    };

    private static final int LONGEST_LINE = 100;

    private ContentParsing() {}

    public static String lines(byte[] bytes, int piece) {
        StringBuilder story = new StringBuilder();
        try {
            new Lines(UNCOUNTED, LONGEST_LINE, IllegalStateException::new)
                    .of(
                            Many.range(0, Math.ceilDiv(bytes.length, piece))
                                    .map(i -> ByteBuffer.wrap(
                                            bytes, i * piece, Math.min(piece, bytes.length - i * piece))),
                            Runnable::run,
                            (line, number) -> number + new String(line, StandardCharsets.ISO_8859_1) + '|')
                    .forEach(story::append)
                    .await();
        } catch (IllegalStateException tooLong) {
            story.append("too long");
        }
        return story.toString();
    }

    public static String ranges(byte[] bytes, int piece) {
        String field = new String(bytes, StandardCharsets.ISO_8859_1);
        Ranges ranges = Ranges.parse(field, LENGTH);
        if (ranges != null) {
            long from = -1;
            for (Ranges.Span part : ranges.parts()) {
                if (part.first() <= from || part.last() < part.first() || part.last() >= LENGTH) {
                    throw new AssertionError("no ranges of " + LENGTH + " bytes: " + ranges);
                }
                from = part.last();
            }
        }
        return ranges + " " + Preconditions.isSame(field, "\"a\"", null)
                + new Preconditions(field, field, field, field).isKnown("\"a\"", null);
    }

    public static String gzip(byte[] bytes, int piece) {
        return inflated("gzip", bytes, piece);
    }

    public static String deflate(byte[] bytes, int piece) {
        return inflated("deflate", bytes, piece);
    }

    private static String inflated(String coding, byte[] bytes, int piece) {
        StringBuilder story = new StringBuilder();
        try (Decoding decoding = Decoding.of(coding, new Decoding.Bounds(10_000, 100, 1_000), Held.ofServer(1 << 20))) {
            for (int at = 0; at < bytes.length; at += piece) {
                for (ByteBuffer made :
                        decoding.pieces(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)))) {
                    story.append(StandardCharsets.ISO_8859_1.decode(made));
                }
            }
            decoding.end();
            return story.toString();
        } catch (Undecodable bad) {
            return "bad"; // what had been made by then depends on the pieces
        }
    }
}
