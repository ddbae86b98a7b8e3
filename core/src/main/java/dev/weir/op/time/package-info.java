/** Waiting, and not waiting too long. */
package dev.weir.op.time;
