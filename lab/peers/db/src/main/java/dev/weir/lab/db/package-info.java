/** Clients of PostgreSQL side by side: each does the rows that it can, in a JVM of its own. */
@NullMarked
package dev.weir.lab.db;

import org.jspecify.annotations.NullMarked;
