package dev.weir.net.websocket;

import dev.weir.net.http.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What the handshake has settled.
 *
 * @param headers of the peer's half of it
 * @param protocol null if none was agreed on
 * @param deflate null if messages are not compressed
 */
record Handshaken(
        Headers headers,
        @Nullable String protocol,
        @Nullable Deflate deflate) {}
