/**
 * Signals of several threads, emitted from one place. {@link dev.weir.op.kernel.drain.SerialDrain}: the queue, the end and
 * the failure; {@link dev.weir.op.kernel.drain.Overflowing}: with a policy for items that nobody has asked for; {@link
 * dev.weir.op.kernel.drain.Prefetching}: with items asked for ahead; {@link dev.weir.op.kernel.drain.Timed}: with items
 * that wait for their time. One stream for several: {@link dev.weir.op.kernel.drain.Multicast}, {@link
 * dev.weir.op.kernel.drain.Listeners}; in parts: {@link dev.weir.op.kernel.drain.Splitting}.
 */
package dev.weir.op.kernel.drain;
