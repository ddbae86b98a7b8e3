/** The operators of {@link dev.weir.One}. */
@NullMarked
package dev.weir.op.one;

import org.jspecify.annotations.NullMarked;
