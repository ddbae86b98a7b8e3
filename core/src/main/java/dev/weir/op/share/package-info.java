/** One subscription for many. */
@NullMarked
package dev.weir.op.share;

import org.jspecify.annotations.NullMarked;
