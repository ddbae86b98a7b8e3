/**
 * What other protocols speak over: {@link dev.weir.net.link.Link} takes frames, {@link dev.weir.net.link.Speaker} gets them.
 * For the modules of this project that speak protocols, over TCP, TLS, Unix domain sockets and WebSockets alike.
 */
@NullMarked
package dev.weir.net.link;

import org.jspecify.annotations.NullMarked;
