/**
 * How the server's connections run, over HTTP/1.1 and HTTP/2: what comes in, what goes out, when it ends. What answers
 * is an {@link dev.weir.net.http.server.Application}; requests and responses as users see them are not known here. Not
 * exported.
 */
@NullMarked
package dev.weir.net.http.server;

import org.jspecify.annotations.NullMarked;
