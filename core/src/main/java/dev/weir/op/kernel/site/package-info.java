/**
 * Places in the user's code, and private copies of classes for them. {@link dev.weir.op.kernel.site.Site}: a place.
 * {@link dev.weir.op.kernel.site.Tailor}: makes a stage or a step of its place's copy.
 */
package dev.weir.op.kernel.site;
