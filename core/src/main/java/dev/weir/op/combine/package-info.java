/** Several streams into one. */
@NullMarked
package dev.weir.op.combine;

import org.jspecify.annotations.NullMarked;
