/** One subscription for many. */
package dev.weir.op.share;
