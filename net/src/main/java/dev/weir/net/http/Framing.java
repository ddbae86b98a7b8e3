package dev.weir.net.http;

/** How a client knows where a response's body ends (RFC 9112 section 6.3). */
enum Framing {
    LENGTH,
    CHUNKED,
    UNTIL_CLOSE;

    static Framing choose(Response response, boolean http10, boolean silent) {
        if (silent || response.body().length() >= 0 || !ResponseHead.mayHaveBody(response.status())) {
            return LENGTH;
        }
        return http10 ? UNTIL_CLOSE : CHUNKED;
    }
}
