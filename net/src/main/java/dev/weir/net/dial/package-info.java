/** How connections to others are made: finding hosts, trying their addresses, proxies, TLS. */
@NullMarked
package dev.weir.net.dial;

import org.jspecify.annotations.NullMarked;
