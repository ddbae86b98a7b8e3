/**
 * TLS on the event loops: who servers are, the handshake of both ends, and what its failures mean. Not exported.
 */
@NullMarked
package dev.weir.net.tls;

import org.jspecify.annotations.NullMarked;
