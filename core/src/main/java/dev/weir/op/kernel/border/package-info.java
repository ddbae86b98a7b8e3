/**
 * The border, where nobody is trusted: {@link dev.weir.op.kernel.border.ForeignPublisher} and {@link
 * dev.weir.op.kernel.border.ForeignSubscriber}.
 */
@NullMarked
package dev.weir.op.kernel.border;

import org.jspecify.annotations.NullMarked;
