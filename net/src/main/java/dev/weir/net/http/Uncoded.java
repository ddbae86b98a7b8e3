package dev.weir.net.http;

import dev.weir.net.http.content.Decoding;

/** Refuses bodies whose coding nobody has undone (RFC 9110 section 15.5.16). */
final class Uncoded {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");
    private static final int MOST_QUOTED = 64;

    private Uncoded() {}

    static boolean is(Headers headers) {
        return !headers.has("content-encoding") || Decoding.isNone(coding(headers));
    }

    private static String coding(Headers headers) {
        return String.join(", ", headers.all("content-encoding")).strip();
    }

    static void require(Request request) {
        if (!is(request.headers())) {
            throw refuse(request);
        }
    }

    /** For who looks at a response as text. */
    static void requireText(Headers headers) {
        if (!is(headers)) {
            throw new IllegalStateException("the response has the coding " + coding(headers)
                    + ": look at its text without what codes it, such as a filter");
        }
    }

    static HttpException refuse(Request request) {
        Asked asked = request.asked();
        String coding = coding(request.headers());
        if (Decoding.isKnown(coding) && asked.service().tellsOfCoding()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a body with the coding " + coding + " was refused with 415, at " + asked.head()
                            + ": the filter Decompression undoes codings; this is told once");
        }
        asked.onFailure(new Failures.Change(
                request.get(Failures.Change.KEY),
                answer -> answer.status() == 415 ? answer.withHeader("Accept-Encoding", "identity") : answer));
        String shown = coding.length() > MOST_QUOTED ? coding.substring(0, MOST_QUOTED) + "…" : coding;
        return new HttpException(
                415,
                "the body has the coding " + shown + ", which is not undone here: send it without Content-Encoding");
    }
}
