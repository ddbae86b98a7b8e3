/**
 * What only PostgreSQL can: queries without JDBC, which share connections, as {@link dev.weir.postgres.Postgres}; its {@link
 * dev.weir.postgres.Notifications notifications} and {@link dev.weir.postgres.Copy copies} as streams.
 */
@NullMarked
package dev.weir.postgres;

import org.jspecify.annotations.NullMarked;
