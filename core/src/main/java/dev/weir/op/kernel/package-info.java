/**
 * The mechanisms that operators are made of; all atomics live here. How to use them is told in
 * {@code dev.weir.op}.
 *
 * <ul>
 *   <li>{@link dev.weir.op.kernel.Source}, {@link dev.weir.op.kernel.Operator}: what a stream is.
 *       {@link dev.weir.op.kernel.Stage}, {@link dev.weir.op.kernel.PassThrough}, {@link dev.weir.op.kernel.Intercept}, {@link
 *       dev.weir.op.kernel.Upstream}: one subscription to it.
 *   <li>{@link dev.weir.op.kernel.Pull}: emits on the asking thread. {@link
 *       dev.weir.op.kernel.Requested}: demand.
 *   <li>{@link dev.weir.op.kernel.SerialDrain}: many sides signal, one place emits. {@link
 *       dev.weir.op.kernel.Overflowing}: the same for items that come unasked. {@link dev.weir.op.kernel.Prefetching},
 *       {@link dev.weir.op.kernel.Timed}: for items asked for ahead, and for those that wait for their time.
 *   <li>{@link dev.weir.op.kernel.Handover}: one source after the other.
 *   <li>{@link dev.weir.op.kernel.Inner}, {@link dev.weir.op.kernel.InnerQueue}, {@link
 *       dev.weir.op.kernel.InnerSet}: inner streams.
 *   <li>{@link dev.weir.op.kernel.Slot}, {@link dev.weir.op.kernel.Once}, {@link
 *       dev.weir.op.kernel.Turn}: races.
 *   <li>{@link dev.weir.op.kernel.ForeignPublisher}, {@link dev.weir.op.kernel.ForeignSubscriber}:
 *       the border, where nobody is trusted.
 *   <li>{@link dev.weir.op.kernel.Step}, {@link dev.weir.op.kernel.Link}: what a One is. {@link
 *       dev.weir.op.kernel.Run}, {@link dev.weir.op.kernel.Pending}, {@link
 *       dev.weir.op.kernel.Then}: one run of it.
 *   <li>{@link dev.weir.op.kernel.Later}, {@link dev.weir.op.kernel.Pause}, {@link
 *       dev.weir.op.kernel.Hop}: an outcome from the loop, after a while, on an executor. {@link
 *       dev.weir.op.kernel.Starting}: from whatever a lambda begins.
 *   <li>{@link dev.weir.op.kernel.RunSet}, {@link dev.weir.op.kernel.SerialLoop}: runs side by side.
 *       {@link dev.weir.op.kernel.SharedRun}: one run for many. {@link dev.weir.op.kernel.RunOnRequest}: one for a
 *       stream.
 *   <li>{@link dev.weir.op.kernel.End}: a One made from a stream.
 *   <li>{@link dev.weir.op.kernel.Argument}: what the user gave, checked.
 * </ul>
 */
@NullMarked
package dev.weir.op.kernel;

import org.jspecify.annotations.NullMarked;
