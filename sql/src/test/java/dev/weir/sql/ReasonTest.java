package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonTest {
    /** A connection that is lost is worth another try, a statement that the protocol can't say is none. */
    @ParameterizedTest
    @CsvSource({"08006, CONNECTION", "08P01, STATEMENT", "53300, CONNECTION", "22021, DATA", "99999, OTHER", ", OTHER"})
    void isWhatTheStateMeans(String sqlState, SqlException.Reason expected) {
        assertEquals(expected, SqlException.Reason.of(sqlState));
    }
}
