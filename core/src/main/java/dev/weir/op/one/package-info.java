/** The operators of {@link dev.weir.One}. */
package dev.weir.op.one;
