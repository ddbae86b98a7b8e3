/** Rows and their values. */
@NullMarked
package dev.weir.sql.value;

import org.jspecify.annotations.NullMarked;
