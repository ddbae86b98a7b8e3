/**
 * What a subscription is, whatever runs in it: its {@link dev.weir.op.kernel.root.Root}, where failures and values go
 * that nobody can receive ({@link dev.weir.op.kernel.root.Dropped}, {@link dev.weir.op.kernel.root.Undelivered}), what
 * failures tell ({@link dev.weir.op.kernel.root.Failures}), its time ({@link dev.weir.op.kernel.root.SystemClock}) and its
 * threads ({@link dev.weir.op.kernel.root.VirtualThreads}, {@link dev.weir.op.kernel.root.Trampoline}).
 */
package dev.weir.op.kernel.root;
