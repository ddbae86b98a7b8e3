/** PostgreSQL: its notifications as streams. */
@NullMarked
package dev.weir.postgres;

import org.jspecify.annotations.NullMarked;
