/**
 * RSocket 1.0 (https://rsocket.io/about/protocol): requests in both directions of one connection, of which each stream has
 * its own demand, over TCP, TLS, Unix domain sockets and WebSockets.
 */
@NullMarked
package dev.weir.rsocket;

import org.jspecify.annotations.NullMarked;
