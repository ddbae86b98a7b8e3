/** Where things run. */
@NullMarked
package dev.weir.op.thread;

import org.jspecify.annotations.NullMarked;
