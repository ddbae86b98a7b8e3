package dev.weir.sql.jdbc;

import org.jspecify.annotations.Nullable;

/** Reads the row at which a result stands, as what is emitted. */
interface Reading<T> {
    /** Null if it is a plain value that is. */
    @Nullable
    T row() throws Exception;

    /** One for the rest of a long result: it may take longer to make, and less for each row. */
    default Reading<T> forMany() {
        return this;
    }

    /** How to read any result. */
    interface Maker<T> {
        Reading<T> of(ResultReader result);
    }
}
