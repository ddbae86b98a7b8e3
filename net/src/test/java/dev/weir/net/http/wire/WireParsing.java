package dev.weir.net.http.wire;

import dev.weir.net.loop.Bytes;
import dev.weir.net.loop.Received;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the parsers of heads, bodies and fields make of bytes that come in pieces of a size, as text. */
public final class WireParsing {
    private static final int LINE = 200;
    private static final int FIELD_BYTES = 400;
    private static final int FIELDS = 10;

    private WireParsing() {}

    /** Takes what it wants of what has come: null if that is nothing. */
    private interface Taking {
        @Nullable
        String take(Received in) throws BadRequest;
    }

    /** All that is taken, until it is enough, and what is left. */
    private static String fed(byte[] bytes, int piece, Taking taking) {
        Received in = Bytes.received("");
        StringBuilder story = new StringBuilder();
        try {
            for (int at = 0; at < bytes.length; at += piece) {
                Bytes.append(in, text(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece))));
                for (String taken = taking.take(in); taken != null; taken = taking.take(in)) {
                    story.append(taken);
                }
            }
        } catch (BadRequest bad) {
            return story.append(bad.status()).toString(); // how much had come by then is nobody's concern
        }
        return story.append(", left ").append(in.available()).toString();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    public static String requests(byte[] bytes, int piece) {
        HeadParser parser = new HeadParser(LINE, FIELD_BYTES, FIELDS);
        return fed(bytes, piece, in -> told(parser.next(in)));
    }

    private static @Nullable String told(@Nullable RequestHead head) {
        if (head == null) {
            return null;
        }
        check(head.method(), Chars.isToken(head.method()));
        check(head.path(), head.path().startsWith("/") || head.path().equals("*"));
        check(head.path(), Chars.isTarget(head.path()));
        checkFields(head.fields());
        return head.method() + " " + head.path() + "?" + head.query() + Arrays.toString(head.fields())
                + head.keepAlive() + head.hasBody() + "\n";
    }

    private static void checkFields(String[] fields) {
        for (int i = 0; i < fields.length; i += 2) {
            check(fields[i], Chars.isToken(fields[i]));
            check(fields[i + 1], Chars.isValue(fields[i + 1]) && fields[i + 1].equals(fields[i + 1].strip()));
        }
    }

    private static void check(String what, boolean holds) {
        if (!holds) {
            throw new AssertionError("was let through: " + what);
        }
    }

    public static String responses(byte[] bytes, int piece) {
        StatusParser parser = new StatusParser(FIELD_BYTES, FIELDS);
        return fed(bytes, piece, in -> {
            StatusHead head = parser.next(in);
            if (head == null) {
                return null;
            }
            checkFields(head.fields());
            return head.status() + Arrays.toString(head.fields()) + head.contentLength() + head.keepAlive() + "\n";
        });
    }

    public static String chunks(byte[] bytes, int piece) {
        return chunks(new ChunkDecoder(FIELD_BYTES, FIELDS, false), bytes, piece);
    }

    public static String foldedChunks(byte[] bytes, int piece) {
        return chunks(new ChunkDecoder(FIELD_BYTES, FIELDS, true), bytes, piece);
    }

    private static String chunks(ChunkDecoder decoder, byte[] bytes, int piece) {
        String taken = fed(bytes, piece, in -> {
            ByteBuffer next = decoder.isDone() ? null : decoder.next(in);
            return next == null
                    ? null
                    : StandardCharsets.ISO_8859_1.decode(next).toString();
        });
        if (decoder.isDone()) {
            checkFields(decoder.trailers());
        }
        return taken + decoder.isDone();
    }

    /** A head of HTTP/2: fields a line, each with its name first, ended by a space. */
    public static String heads2(byte[] bytes, int piece) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        for (String line : text(bytes).split("\n", 20)) {
            int space = line.indexOf(' ');
            headers.add(space < 0 ? line : line.substring(0, space), space < 0 ? "" : line.substring(space + 1));
        }
        return request2(headers, true) + request2(headers, false) + response2(headers);
    }

    private static String request2(Http2Headers headers, boolean last) {
        try {
            return String.valueOf(told(Http2Head.parse(headers, last, FIELDS, LINE)));
        } catch (BadRequest bad) {
            return bad.status() + "\n";
        }
    }

    private static String response2(Http2Headers headers) {
        try {
            StatusHead head = Http2Head.response(headers, FIELDS);
            checkFields(head.fields());
            return head.status() + Arrays.toString(head.fields());
        } catch (BadRequest bad) {
            return String.valueOf(bad.status());
        }
    }

    /** What the fields of heads say, each on a line. */
    public static String fields(byte[] bytes, int piece) {
        List<String> lines = List.of(text(bytes).split("\n", 20));
        List<Weighted> weights = Weighted.parse(lines);
        weights.forEach(one -> check(one.toString(), one.weight() >= 0 && one.weight() <= 1));
        String first = lines.getFirst();
        return bad(() -> Cookies.parse(lines).toString())
                + bad(() -> Query.parse(first).toString())
                + bad(() -> Percent.decode(first))
                + bad(() -> Percent.decodeForm(first))
                + bad(() -> {
                    ChunkExtension.check(bytes, 0, bytes.length);
                    return "fine";
                })
                + weights
                + Weighted.of(weights, "text/html")
                + ForwardedBy.standard(lines)
                + ForwardedBy.common(lines, lines.reversed())
                + HttpDate.parse(first)
                + MediaType.of(first)
                + ContentTypes.of(first)
                + (Chars.isAuthority(first) ? Chars.hostOf(first) : "")
                + lines.stream()
                        .max(Comparator.comparingInt(Chars::validLength))
                        .orElse("");
    }

    private interface Reading {
        String read() throws BadRequest;
    }

    private static String bad(Reading reading) {
        try {
            return reading.read();
        } catch (BadRequest bad) {
            return bad.status() + ";";
        }
    }
}
