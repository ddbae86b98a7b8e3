package dev.weir.sql.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns();
    private final List<String> told = new ArrayList<>();

    private final class Told implements Turns.Turn {
        private final String name;
        private boolean ending;

        Told(String name, boolean ending) {
            this.name = name;
            this.ending = ending;
        }

        @Override
        public void start() {
            told.add(name + " starts");
        }

        @Override
        public void stop() {
            told.add(name + " is to stop");
        }

        @Override
        public boolean isEnding() {
            return ending;
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

    private Told entered(String name, int level, boolean ending) {
        Told turn = new Told(name, ending);
        turns.enter(turn, level, name);
        return turn;
    }

    @Test
    void whatWaitsWhenTheTransactionEndsIsRefused() {
        entered("cancelled", 0, true);
        Told late = entered("late", 0, false);
        turns.end(new Told("end", true), -1);
        assertEquals(List.of("cancelled starts", "cancelled is to stop", "late is refused"), told);
        turns.leave();
        assertEquals("end starts", told.getLast());
        turns.withdraw(late);
    }

    @Test
    void theEndOfASavepointBehindThatOfAllIsRefused() {
        turns.end(new Told("end", true), -1);
        turns.end(new Told("savepoint", true), 0);
        entered("late", 0, false);
        assertEquals(List.of("end starts", "savepoint is refused", "late is refused"), told);
    }

    @Test
    void theEndOfASavepointRefusesWhatWaitsInIt() {
        entered("cancelled", 0, true);
        entered("outside", 0, false);
        turns.deeper(new Told("savepoint", false), 0, "savepoint", () -> true);
        entered("inside", 1, false);
        turns.end(new Told("end", true), 0);
        assertEquals(List.of("cancelled starts", "cancelled is to stop", "inside is refused"), told);
        for (String next : List.of("outside", "savepoint", "end")) {
            turns.leave();
            assertEquals(next + " starts", told.getLast());
        }
    }

    @Test
    void aSavepointThatHasEndedBeforeItBeginsIsRefusedAndTheLevelStays() {
        turns.deeper(new Told("savepoint", false), 0, "savepoint", () -> false);
        entered("next", 0, false);
        assertEquals(List.of("savepoint is refused", "next starts"), told);
    }
}
