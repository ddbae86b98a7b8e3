/** What Resilience4j decides of a call, before and after it. */
@NullMarked
package dev.weir.resilience4j;

import org.jspecify.annotations.NullMarked;
