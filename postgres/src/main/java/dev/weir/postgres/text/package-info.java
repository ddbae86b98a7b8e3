/** Values as PostgreSQL writes them. */
@NullMarked
package dev.weir.postgres.text;

import org.jspecify.annotations.NullMarked;
