/** Items into lists. */
@NullMarked
package dev.weir.op.group;

import org.jspecify.annotations.NullMarked;
