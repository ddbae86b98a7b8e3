package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.Lines;
import dev.weir.net.http.wire.MediaType;
import dev.weir.net.http.wire.Weighted;
import dev.weir.net.loop.InTurns;
import dev.weir.net.loop.Reader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Values in requests and responses, by a codec. */
final class Values {
    private static final String NDJSON = Lines.TYPES.getFirst();

    private Values() {}

    static One<String> text(Request request) {
        Headers headers = request.headers();
        return Uncoded.is(headers)
                ? request.body.whole("text()").map(bytes -> new String(bytes, Charsets.of(headers)))
                : One.fail(() -> Uncoded.refuse(request));
    }

    static <T> One<T> one(Request request, Codec codec, TypeOf<T> type) {
        if (!Uncoded.is(request.headers())) {
            return One.fail(() -> Uncoded.refuse(request));
        }
        String mediaType = MediaType.of(request.header("content-type"));
        if (!codec.reads(mediaType)) {
            return One.fail(() -> unsupported(mediaType, codec.contentType()));
        }
        return request.body
                .whole("as(..)")
                .flatMap(body -> InTurns.made(body.length, request.eventLoop(), () -> read(codec, body, type)));
    }

    static <T> Many<T> many(Request request, Codec codec, TypeOf<T> type) {
        if (!Uncoded.is(request.headers())) {
            return Many.fail(() -> Uncoded.refuse(request));
        }
        String mediaType = MediaType.of(request.header("content-type"));
        if (!Lines.TYPES.contains(mediaType)) {
            return Many.fail(() -> unsupported(mediaType, NDJSON));
        }
        return Many.defer(() -> {
            Lines lines = new Lines(request.body.memory(), request.maxBody(), what -> new HttpException(413, what));
            Many<ByteBuffer> body = request.body.pieces(Reader.keeping("asMany(..)"));
            return lines.of(body, request.eventLoop(), (line, number) -> read(codec, line, type, number));
        });
    }

    private static HttpException unsupported(String mediaType, String right) {
        return new HttpException(
                415,
                (mediaType.isEmpty() ? "the body has no type" : mediaType + " is not read here") + ": send " + right);
    }

    private static <T> T read(Codec codec, byte[] body, TypeOf<T> type) {
        try {
            return codec.read(body, type);
        } catch (Codec.MalformedException malformed) {
            throw malformed.toHttp();
        }
    }

    private static <T> T read(Codec codec, byte[] line, TypeOf<T> type, long number) {
        try {
            return codec.read(line, type);
        } catch (Codec.MalformedException malformed) {
            Problem problem = malformed.toHttp().problem();
            throw new HttpException(problem.with("line", number));
        }
    }

    // ------------------------------------------------------------ responses

    static One<String> text(Response response) {
        Uncoded.requireText(response.headers());
        return response.body()
                .reduce(ByteArrayOutputStream::new, Values::add)
                .map(all -> all.toString(StandardCharsets.UTF_8));
    }

    private static ByteArrayOutputStream add(ByteArrayOutputStream all, ByteBuffer piece) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(piece.position(), bytes);
        all.writeBytes(bytes);
        return all;
    }

    static Body encode(Codec codec, Object value) {
        return new Body.Bytes(write(codec, value));
    }

    /** Whether the client wants the values one a line rather than as one array. */
    static boolean wantsLines(Request request) {
        List<Weighted> accepted = Weighted.parse(request.headers().all("accept"));
        double lines = Lines.TYPES.stream()
                .mapToDouble(type -> Weighted.exactly(accepted, type))
                .max()
                .orElse(0);
        return lines > 0 && lines >= Weighted.exactly(accepted, "application/json");
    }

    static Body lines(Codec codec, Many<?> values) {
        return new Body.Encoded(values.map(value -> Lines.ended(write(codec, value))));
    }

    static Body array(Codec codec, Many<?> values) {
        return new Body.Encoded(Many.defer(() -> {
            Brackets brackets = new Brackets();
            Many<ByteBuffer> items = values.map(value -> brackets.before(write(codec, value)));
            return Many.concat(items, Many.defer(() -> Many.of(brackets.end())));
        }));
    }

    static String linesType() {
        return NDJSON;
    }

    private static byte[] write(Codec codec, Object value) {
        try {
            return codec.write(value);
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new CompletionException("the response's value can't be encoded", failure);
        }
    }

    /** What stands before the first item, between items, and after the last. */
    private static final class Brackets {
        private boolean open;

        ByteBuffer before(byte[] json) {
            ByteBuffer piece = ByteBuffer.allocate(json.length + 1).put((byte) (open ? ',' : '['));
            open = true;
            return piece.put(json).flip();
        }

        ByteBuffer end() {
            return ByteBuffer.wrap((open ? "]\n" : "[]\n").getBytes(StandardCharsets.US_ASCII));
        }
    }
}
