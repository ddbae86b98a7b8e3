/** Items into other items. */
@NullMarked
package dev.weir.op.transform;

import org.jspecify.annotations.NullMarked;
