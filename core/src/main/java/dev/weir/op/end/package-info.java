/** Where a stream ends. */
@NullMarked
package dev.weir.op.end;

import org.jspecify.annotations.NullMarked;
