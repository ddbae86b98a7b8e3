/** COPY, over the JDBC driver. */
@NullMarked
package dev.weir.postgres.copy;

import org.jspecify.annotations.NullMarked;
