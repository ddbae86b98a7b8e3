/** Looking on, without changing the items. */
@NullMarked
package dev.weir.op.watch;

import org.jspecify.annotations.NullMarked;
