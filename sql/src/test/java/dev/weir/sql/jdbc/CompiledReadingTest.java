package dev.weir.sql.jdbc;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is compiled is kept by the class that is read: by a class of the JDK, it and this library would be kept for ever. */
class CompiledReadingTest {
    record Whole(int v) {}

    @Test
    void recordsAreCompiled() throws SQLException {
        RecordReading<Whole> reading = of(Whole.class);
        assertNotSame(reading, reading.forMany());
    }

    @ParameterizedTest
    @ValueSource(classes = {Integer.class, Long.class, String.class, Object.class, int.class})
    void otherClassesKeepNothing(Class<?> type) throws SQLException {
        RecordReading<?> reading = of(type);
        assertSame(reading, reading.forMany());
    }

    private static <T> RecordReading<T> of(Class<T> type) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select 1 as v")) {
            return new RecordReading<>(new ResultReader(rows, "select 1 as v", null), type);
        }
    }
}
