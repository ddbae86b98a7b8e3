/** The rows of the REBLS'21 paper on the performance of RxJava, Reactor and Mutiny, written anew. */
package dev.weir.lab.rebls;
