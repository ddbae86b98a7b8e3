/** Fewer items. */
@NullMarked
package dev.weir.op.limit;

import org.jspecify.annotations.NullMarked;
