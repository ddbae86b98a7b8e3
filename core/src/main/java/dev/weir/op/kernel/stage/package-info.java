/**
 * The protocol. {@link dev.weir.op.kernel.stage.Source}: a stream seen from the inside; {@link
 * dev.weir.op.kernel.stage.Operator}: one made from another; {@link dev.weir.op.kernel.stage.Stage}: the receiving side in
 * one subscription; {@link dev.weir.op.kernel.stage.Upstream}: the other direction. {@link
 * dev.weir.op.kernel.stage.PassThrough} and {@link dev.weir.op.kernel.stage.Intercept} are the stages to begin with.
 */
package dev.weir.op.kernel.stage;
