/** What a connection does: its streams, their demand, and its end. */
@NullMarked
package dev.weir.rsocket.engine;

import org.jspecify.annotations.NullMarked;
