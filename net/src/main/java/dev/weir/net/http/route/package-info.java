/** Finding what a path leads to. Knows nothing of requests and handlers. Not exported. */
@NullMarked
package dev.weir.net.http.route;

import org.jspecify.annotations.NullMarked;
