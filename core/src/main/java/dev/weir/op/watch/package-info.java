/** Looking on, without changing the items. */
package dev.weir.op.watch;
