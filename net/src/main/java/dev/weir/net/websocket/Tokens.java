package dev.weir.net.websocket;

import dev.weir.net.http.wire.Chars;

/** Names in header fields (RFC 9110 section 5.6.2). */
final class Tokens {
    private Tokens() {}

    static String check(String token, String what) {
        if (!Chars.isToken(token)) {
            throw new IllegalArgumentException("the name of " + what + " must be a token, not \"" + token + "\"");
        }
        return token;
    }
}
