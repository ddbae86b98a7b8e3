/**
 * What TCP and HTTP share: event loops, accepting, the two bridges between demand and sockets. Not
 * exported.
 *
 * <p>The rule of this package: state belongs to the event loop and is touched on it alone. Other
 * threads get in through {@code execute}, once per burst, never once per item.
 */
@NullMarked
package dev.weir.net.loop;

import org.jspecify.annotations.NullMarked;
