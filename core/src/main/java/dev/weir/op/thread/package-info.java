/** Where things run. */
package dev.weir.op.thread;
