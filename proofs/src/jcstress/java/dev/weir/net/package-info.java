/**
 * Two threads against one thing that the network shares between them, millions of times; most often one of the two is an
 * event loop. Each class is one such thing, each class in it one race. An outcome that is not listed in a test is a bug.
 */
package dev.weir.net;
