/** Statements as text: where their parameters are. */
@NullMarked
package dev.weir.sql.text;

import org.jspecify.annotations.NullMarked;
