/** Fewer items. */
package dev.weir.op.limit;
