package dev.weir.net.http.server;

/** How a client knows where a response's body ends (RFC 9112 section 6.3). */
enum BodyFraming {
    LENGTH,
    CHUNKED,
    UNTIL_CLOSE;

    static BodyFraming choose(Reply response, boolean http10, boolean silent) {
        boolean known = response.length() >= 0 && (http10 || !response.hasTrailers());
        if (silent || known || !response.mayHaveBody()) {
            return LENGTH;
        }
        return http10 ? UNTIL_CLOSE : CHUNKED;
    }
}
