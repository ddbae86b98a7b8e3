/**
 * An HTTP/1.1 server: {@link dev.weir.net.http.HttpServer}, with {@link dev.weir.net.http.Routes} or
 * any other {@link dev.weir.net.http.Handler}.
 *
 * <p>A handler makes a {@code One<Response>} of a {@link dev.weir.net.http.Request}. Bodies stream in
 * both directions with backpressure: a body that is not read stops the client, a client that does not
 * read stops the source. When the client goes, what runs for it is cancelled.
 */
@NullMarked
package dev.weir.net.http;

import org.jspecify.annotations.NullMarked;
