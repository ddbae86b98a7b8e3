/**
 * A One. {@link dev.weir.op.kernel.run.Step}, {@link dev.weir.op.kernel.run.Behind}, {@link
 * dev.weir.op.kernel.run.Link}: what it is. {@link dev.weir.op.kernel.run.Run}: one subscription to it. {@link
 * dev.weir.op.kernel.run.Pending}: a step that has to be waited
 * for, begun by an action ({@link dev.weir.op.kernel.run.Started}), ended {@link dev.weir.op.kernel.run.Holding later, or
 * elsewhere}, or by another step that is {@link dev.weir.op.kernel.run.FromLoop polled from the loop}; {@link
 * dev.weir.op.kernel.run.Continuation}: what is done then.
 * {@link dev.weir.op.kernel.run.SharedRun}: one run for many. {@link dev.weir.op.kernel.run.End}, {@link
 * dev.weir.op.kernel.run.Terminal}: a One made from a stream.
 */
package dev.weir.op.kernel.run;
