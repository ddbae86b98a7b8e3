/** Items into streams, and those into one. */
package dev.weir.op.flatten;
