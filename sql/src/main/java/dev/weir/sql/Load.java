package dev.weir.sql;

/**
 * How busy a {@link Db} is, at a moment.
 *
 * @param permits how many connections may be in use
 * @param inUse how many are
 * @param waiting how many subscriptions wait for one
 * @param refused how many were refused so far
 */
public record Load(int permits, int inUse, int waiting, long refused) {}
