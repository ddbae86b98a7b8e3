/** What comes after a failure. */
@NullMarked
package dev.weir.op.recover;

import org.jspecify.annotations.NullMarked;
