/**
 * The border, where nobody is trusted: {@link dev.weir.op.kernel.border.ForeignPublisher} and {@link
 * dev.weir.op.kernel.border.ForeignSubscriber}.
 */
package dev.weir.op.kernel.border;
