/** Waiting, and not waiting too long. */
@NullMarked
package dev.weir.op.time;

import org.jspecify.annotations.NullMarked;
