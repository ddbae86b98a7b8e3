/** Statements on virtual threads, over JDBC, behind a fair gate. */
@NullMarked
package dev.weir.sql.jdbc;

import org.jspecify.annotations.NullMarked;
