/**
 * HTTP/1.1 on the wire, by RFC 9110 and RFC 9112: heads, bodies, dates, escapes. Strict in what it
 * accepts: whatever two programs could read in two ways is refused. Not exported.
 */
@NullMarked
package dev.weir.net.http.wire;

import org.jspecify.annotations.NullMarked;
