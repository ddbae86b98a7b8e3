package dev.weir.sql;

/** What a transaction sees of others: SQL:2023, part 2, 4.41.4. */
public enum Isolation {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE
}
