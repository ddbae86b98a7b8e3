/** One connection that listens for many. */
@NullMarked
package dev.weir.postgres.hub;

import org.jspecify.annotations.NullMarked;
