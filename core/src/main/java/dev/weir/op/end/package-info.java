/** Where a stream ends. */
package dev.weir.op.end;
