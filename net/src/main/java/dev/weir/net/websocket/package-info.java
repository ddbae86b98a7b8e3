/**
 * WebSocket (RFC 6455) for servers and clients: messages both ways on one connection, each way at the receiver's
 * pace.
 *
 * <p>{@link dev.weir.net.websocket.WebSocket#accept} answers a request of {@link dev.weir.net.http.HttpServer},
 * {@link dev.weir.net.websocket.WebSocketClient} connects to a server.
 */
@NullMarked
package dev.weir.net.websocket;

import org.jspecify.annotations.NullMarked;
