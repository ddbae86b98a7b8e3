/** Items into streams, and those into one. */
@NullMarked
package dev.weir.op.flatten;

import org.jspecify.annotations.NullMarked;
