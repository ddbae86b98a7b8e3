/** A client's connections: how they are made, and who gets which. Not exported. */
@NullMarked
package dev.weir.net.http.client.pool;

import org.jspecify.annotations.NullMarked;
