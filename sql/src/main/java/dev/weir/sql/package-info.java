/**
 * Queries as streams. A {@link dev.weir.sql.Db} makes {@link dev.weir.sql.Query queries}; each subscription runs one. Rows
 * are read as they are demanded, a cancellation stops the statement in the database, and whatever happens a connection
 * goes back to its pool. No more than a fixed number of subscriptions use connections at a time; the others wait in a line
 * that is fair and bounded.
 *
 * <p>Failures are {@link dev.weir.sql.SqlException}s, which name the query.
 */
@NullMarked
package dev.weir.sql;

import org.jspecify.annotations.NullMarked;
