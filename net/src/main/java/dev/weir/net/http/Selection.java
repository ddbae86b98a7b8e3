package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.net.http.content.Preconditions;
import dev.weir.net.http.content.Ranges;
import dev.weir.net.http.content.Ranges.Span;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** What of a response the client wants: none of it, a part, or all (RFC 9110 sections 13 and 14). */
final class Selection {
    static final String FAILED = "it is not what the request was made for: it has changed, or is gone";

    private static final int MOST_QUOTED = 64;

    private Selection() {}

    static Response of(Request request, Response response) {
        if (response.status() != 200 || response.passed.judged() || saysNothing(request.headers())) {
            return response;
        }
        boolean gets = request.method().equals("GET");
        if (!gets && !request.method().equals("HEAD")) {
            return response;
        }
        Preconditions conditions = Conditions.of(request);
        String tag = response.headers().get("ETag");
        String modified = response.headers().get("Last-Modified");
        check("If-Match", conditions.match());
        if (conditions.fail(tag, modified)) {
            return request.asked().instead(Response.problem(412, FAILED));
        }
        if (conditions.isKnown(tag, modified)) {
            return response.withoutBody(304);
        }
        String range = gets ? request.header("range") : null;
        return range == null || !mayBeCut(request, response) ? response : cut(request, response, range);
    }

    /** An ETag without quotes is none: compared, it would only look as if something had changed. */
    static void check(String field, @Nullable String tags) {
        String bare = Preconditions.unquoted(tags);
        if (bare != null) {
            String shown = bare.length() > MOST_QUOTED ? bare.substring(0, MOST_QUOTED) + "…" : bare;
            throw new HttpException(
                    400, field + " takes ETags with their quotes, as responses have them: " + shown + " has none");
        }
    }

    /** Looks at the fields' number first: most requests with nothing but a host are asked to be answered fast. */
    private static boolean saysNothing(Headers headers) {
        return headers.size() == 0 || (headers.size() == 1 && headers.nameAt(0).equals("host"));
    }

    private static boolean mayBeCut(Request request, Response response) {
        return response.length() >= 0
                && !response.headers().has("Content-Encoding")
                && Preconditions.isSame(
                        request.header("if-range"),
                        response.headers().get("ETag"),
                        response.headers().get("Last-Modified"));
    }

    private static Response cut(Request request, Response response, String field) {
        long length = response.length();
        Ranges ranges = Ranges.parse(field, length);
        if (ranges == null) {
            return response;
        }
        List<Span> parts = ranges.parts();
        return switch (parts.size()) {
            case 0 ->
                request.asked()
                        .instead(
                                Response.problem(416, "none of these ranges can be had: there are " + length + " bytes")
                                        .withHeader("Content-Range", "bytes */" + length));
            case 1 -> one(response, parts.getFirst());
            default -> mayBeRunAgain(response.body) ? several(response, parts) : response;
        };
    }

    /** Each part is run for itself, and a stream may come once only. */
    private static boolean mayBeRunAgain(Body body) {
        return body instanceof Body.Bytes || body instanceof Body.File;
    }

    private static Response one(Response response, Span part) {
        Body body = response.body;
        return response.changed(body.part(part.first(), part.length()), Headers::ofPart)
                .withStatus(206)
                .withHeader("Content-Range", part.of(response.length()));
    }

    private static Response several(Response response, List<Span> parts) {
        String boundary = boundary();
        String type = response.headers().get("Content-Type");
        long total = 0;
        List<Many<ByteBuffer>> pieces = new ArrayList<>();
        for (Span part : parts) {
            byte[] head = ("\r\n--" + boundary + (type == null ? "" : "\r\nContent-Type: " + type)
                            + "\r\nContent-Range: " + part.of(response.length()) + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1);
            total += head.length + part.length();
            pieces.add(Many.of(ByteBuffer.wrap(head)));
            pieces.add(response.body.part(part.first(), part.length()).pieces());
        }
        byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.ISO_8859_1);
        pieces.add(Many.of(ByteBuffer.wrap(end)));
        Many<ByteBuffer> all = Many.from(pieces).concatMap(piece -> piece);
        return response.changed(
                        new Body.Stream(total + end.length, all, response.body.mayBeOfRequest()), Headers::ofPart)
                .withStatus(206)
                .withHeader("Content-Type", "multipart/byteranges; boundary=" + boundary);
    }

    private static String boundary() {
        return "weir-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
