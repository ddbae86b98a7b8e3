/**
 * Filters for servers: see {@link dev.weir.net.http.Filter}, and {@link dev.weir.net.http.Routes#with} for where they
 * go. The first of several is the outermost; {@code Problems} stands outside of what may fail, {@code Compression}
 * outside of what makes the body, {@code Limiter} outside of what costs.
 */
@NullMarked
package dev.weir.net.http.filter;

import org.jspecify.annotations.NullMarked;
