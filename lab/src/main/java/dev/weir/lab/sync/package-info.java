/** Ranges on one thread, and hops between threads. */
package dev.weir.lab.sync;
