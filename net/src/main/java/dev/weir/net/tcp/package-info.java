/** TCP servers and clients that exchange lines or bytes, with backpressure in both directions. */
@NullMarked
package dev.weir.net.tcp;

import org.jspecify.annotations.NullMarked;
