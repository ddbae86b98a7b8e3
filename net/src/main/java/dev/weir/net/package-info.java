/** Streams over the network. */
@NullMarked
package dev.weir.net;

import org.jspecify.annotations.NullMarked;
