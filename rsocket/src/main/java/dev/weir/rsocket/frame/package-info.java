/** Frames as bytes: how they begin, and what is in them. */
@NullMarked
package dev.weir.rsocket.frame;

import org.jspecify.annotations.NullMarked;
