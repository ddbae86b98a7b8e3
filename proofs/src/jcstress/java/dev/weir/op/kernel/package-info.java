/**
 * Two threads against one mechanism of the kernel, millions of times. Each class is one mechanism, each class in it one
 * race. An outcome that is not listed in a test is a bug.
 */
package dev.weir.op.kernel;
