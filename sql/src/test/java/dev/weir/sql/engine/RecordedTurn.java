package dev.weir.sql.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.util.List;

/** Says what becomes of it. */
record RecordedTurn(String name, boolean isEnding, List<String> told) implements Turns.Turn {
    @Override
    public void start() {
        told.add(name + " starts");
    }

    @Override
    public void stop() {
        told.add(name + " is to stop");
    }

    @Override
    public void refuse(SqlException why) {
        assertEquals(Reason.USAGE, why.reason());
        told.add(name + " is refused");
    }

    @Override
    public String toString() {
        return name;
    }
}
