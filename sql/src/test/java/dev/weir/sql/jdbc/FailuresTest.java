package dev.weir.sql.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
    @ParameterizedTest
    @CsvSource({
        "40001, 1213,  false, true", // a deadlock of MySQL
        "40001, 1205,  false, false", // a lock that was waited for there: the statement alone
        "HY000, 1205,  false, false",
        "40001, 1205,  true,  true", // a deadlock of SQL Server
        "40001, 0,     false, false", // PostgreSQL takes no more statements
        "90020, 90020, false, false"
    })
    void someUndoTheWholeTransaction(String state, int code, boolean isSqlServer, boolean all) {
        assertEquals(all, Failures.undoesAll(new SQLException("planned", state, code), () -> isSqlServer));
    }
}
