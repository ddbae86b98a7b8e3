/** Where items come from. */
@NullMarked
package dev.weir.op.source;

import org.jspecify.annotations.NullMarked;
