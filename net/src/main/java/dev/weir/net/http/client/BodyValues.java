package dev.weir.net.http.client;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.net.http.TypeOf;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.content.Lines;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.MediaType;
import dev.weir.net.loop.InTurns;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.stream.Collectors;

/** Values in requests and responses, by the client's codec. */
final class BodyValues {
    static final String NDJSON = Lines.TYPES.getFirst();

    private BodyValues() {}

    // ------------------------------------------------------------ requests

    static byte[] encode(Codec codec, Object value) {
        Objects.requireNonNull(value, "value");
        try {
            return codec.write(value);
        } catch (Exception failure) {
            throw new IllegalArgumentException(
                    "the value, of " + value.getClass() + ", can't be encoded: " + failure.getMessage(), failure);
        }
    }

    static ByteBuffer line(Codec codec, Object value) {
        return Lines.ended(encode(codec, value));
    }

    // ------------------------------------------------------------ responses

    static <T> One<T> one(ClientResponse response, TypeOf<T> type) {
        if (response.isCoded()) {
            return One.fail(() -> response.coded("as(..)"));
        }
        Codec codec = response.request().client().codec();
        String mediaType = MediaType.of(response.header("content-type"));
        if (!codec.reads(mediaType)) {
            return One.fail(() ->
                    otherType(response, "as(..) reads " + codec.contentType() + "; text() and bytes() read anything"));
        }
        return Counted.whole(response, "as(..)")
                .flatMap(body ->
                        InTurns.made(body.length, response.eventLoop(), () -> read(response, codec, body, type, "")));
    }

    static <T> Many<T> many(ClientResponse response, TypeOf<T> type) {
        if (response.isCoded()) {
            return Many.fail(() -> response.coded("asMany(..)"));
        }
        if (!Lines.TYPES.contains(MediaType.of(response.header("content-type")))) {
            return Many.fail(() ->
                    otherType(response, "asMany(..) reads values one a line, " + NDJSON + "; as(..) reads one value"));
        }
        ClientRequest request = response.request();
        Codec codec = request.client().codec();
        return Counted.during(response, memory -> {
            Lines lines = new Lines(
                    memory,
                    request.options().maxBody,
                    what -> response.failure(Reason.TOO_LARGE, "in the response " + what + " (setting: maxBody)"));
            return lines.of(
                    response.body("asMany(..)"),
                    response.eventLoop(),
                    (line, number) -> read(response, codec, line, type, " in line " + number));
        });
    }

    private static ClientException otherType(ClientResponse response, String known) {
        String type = response.header("content-type");
        response.drop();
        return response.failure(
                Reason.VALUE,
                "the server answered " + response.status() + " with " + (type == null ? "no type" : Chars.visible(type))
                        + ": " + known);
    }

    private static <T> T read(ClientResponse response, Codec codec, byte[] body, TypeOf<T> type, String line) {
        try {
            return codec.read(body, type);
        } catch (Codec.MalformedException malformed) {
            String place = malformed.place().entrySet().stream()
                    .map(member -> member.getKey() + " " + member.getValue())
                    .collect(Collectors.joining(", ", " (", ")"));
            throw new ClientException(
                    Reason.VALUE,
                    response.request() + ": the response is no " + type + line + ": " + malformed.getMessage()
                            + (malformed.place().isEmpty() ? "" : place),
                    malformed);
        }
    }
}
