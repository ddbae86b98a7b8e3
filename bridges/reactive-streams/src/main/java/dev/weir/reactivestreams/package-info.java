/**
 * Streams from and for libraries that speak {@code org.reactivestreams}, as RxJava and Reactor do. Those that speak
 * {@link java.util.concurrent.Flow}, as Mutiny and the JDK, need nothing of this.
 */
@NullMarked
package dev.weir.reactivestreams;

import org.jspecify.annotations.NullMarked;
