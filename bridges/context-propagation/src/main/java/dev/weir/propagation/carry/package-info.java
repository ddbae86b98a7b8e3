/** How values are taken from a thread and put onto another. */
@NullMarked
package dev.weir.propagation.carry;

import org.jspecify.annotations.NullMarked;
