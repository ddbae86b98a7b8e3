package dev.weir.sql.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
    @ParameterizedTest
    @CsvSource({
        "MySQL,                40001, 1213, true", // a deadlock
        "MySQL,                40001, 1205, false", // a lock that was waited for: the statement alone
        "MariaDB,              HY000, 1205, false",
        "Microsoft SQL Server, 40001, 1205, true", // a deadlock
        "PostgreSQL,           40001, 0,    false", // it takes no more statements
        "H2,                   90020, 90020, false"
    })
    void someUndoTheWholeTransaction(String product, String state, int code, boolean all) {
        assertEquals(all, Failures.undoesAll(new SQLException("planned", state, code), product));
    }
}
