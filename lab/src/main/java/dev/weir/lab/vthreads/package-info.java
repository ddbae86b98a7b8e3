/** Blocking and asynchronous calls on virtual threads: in order, and no more at once than allowed. */
package dev.weir.lab.vthreads;
