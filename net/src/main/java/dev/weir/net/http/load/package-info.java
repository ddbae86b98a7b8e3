/** Counting what is in flight, and finding out how much of it there may be. Not exported. */
@NullMarked
package dev.weir.net.http.load;

import org.jspecify.annotations.NullMarked;
