/**
 * Streams inside a stream. Several at once: {@link dev.weir.op.kernel.inner.Inner}, {@link
 * dev.weir.op.kernel.inner.InnerHost}, {@link dev.weir.op.kernel.inner.Starting}; taken in the order in which they come:
 * {@link dev.weir.op.kernel.inner.Arriving}; as the equal {@link dev.weir.op.kernel.inner.Sides} of one stage. One after the other: {@link
 * dev.weir.op.kernel.inner.Handover}; and, decided as they end and without a stage for each, {@link
 * dev.weir.op.kernel.inner.Sequence}.
 */
package dev.weir.op.kernel.inner;
