/**
 * A request on one connection, and its response: what happens between them, how HTTP/1.1 and HTTP/2 carry it, and when
 * it is over. Who gets which connection is not known here. Not exported.
 */
@NullMarked
package dev.weir.net.http.client.line;

import org.jspecify.annotations.NullMarked;
