/** What happens without demand. */
@NullMarked
package dev.weir.op.demand;

import org.jspecify.annotations.NullMarked;
