package dev.weir.net.http.form;

import dev.weir.net.http.HttpException;
import dev.weir.net.http.form.MultipartParser.Event;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** What the parsers of forms make of bytes that come in pieces of a size, as text. */
public final class FormParsing {
    private FormParsing() {}

    public static String parts(byte[] bytes, int piece) {
        MultipartParser parser = new MultipartParser("B", 3, 200);
        StringBuilder story = new StringBuilder();
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                parser.add(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at))
                        .slice());
                for (Event event = parser.next(); event != null; event = parser.next()) {
                    story.append(told(event));
                }
            }
        } catch (HttpException bad) {
            return begun(story) + bad.status();
        }
        return parser.isOver() ? story + "." : begun(story);
    }

    /** Without the last part's content, of which more or less may have been told. */
    private static String begun(StringBuilder story) {
        return story.substring(0, story.lastIndexOf("=") + 1);
    }

    private static String told(Event event) {
        return switch (event) {
            case Event.Begin begin -> begin.head().name() + "," + begin.head().filename() + "=";
            case Event.Piece piece ->
                StandardCharsets.UTF_16BE.decode(wide(piece.content())).toString();
            case Event.PartEnd end -> "=\n";
        };
    }

    /** Each byte as a character that is told from all that stands around contents. */
    private static ByteBuffer wide(ByteBuffer content) {
        ByteBuffer wide = ByteBuffer.allocate(2 * content.remaining());
        while (content.hasRemaining()) {
            wide.put((byte) 1).put(content.get());
        }
        return wide.flip();
    }

    public static String types(byte[] bytes, int piece) {
        String field = new String(bytes, StandardCharsets.ISO_8859_1);
        Map<String, String> parameters = Types.parameters(field);
        String name = FileNames.harmless(field);
        if (name.contains("/")
                || name.contains("\\")
                || name.startsWith(".")
                || name.endsWith(" ")
                || name.endsWith(".")
                || name.length() > 200) {
            throw new AssertionError("not harmless: " + name);
        }
        return name + (parameters == null ? "" : new TreeMap<>(parameters));
    }
}
