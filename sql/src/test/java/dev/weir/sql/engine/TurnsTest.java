package dev.weir.sql.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns();
    private final List<String> told = new ArrayList<>();

    private RecordedTurn entered(String name, int level, boolean ending) {
        RecordedTurn turn = new RecordedTurn(name, ending, told);
        turns.enter(turn, level, name);
        return turn;
    }

    @Test
    void whatWaitsWhenTheTransactionEndsIsRefused() {
        entered("cancelled", 0, true);
        RecordedTurn late = entered("late", 0, false);
        turns.end(new RecordedTurn("end", true, told), -1, () -> true);
        assertEquals(List.of("cancelled starts", "cancelled is to stop", "late is refused"), told);
        turns.leave();
        assertEquals("end starts", told.getLast());
        turns.withdraw(late);
    }

    @Test
    void theEndOfASavepointBehindThatOfAllIsRefused() {
        turns.end(new RecordedTurn("end", true, told), -1, () -> true);
        turns.end(new RecordedTurn("savepoint", true, told), 0, () -> true);
        entered("late", 0, false);
        assertEquals(List.of("end starts", "savepoint is refused", "late is refused"), told);
    }

    @Test
    void theEndOfASavepointRefusesWhatWaitsInIt() {
        entered("cancelled", 0, true);
        entered("outside", 0, false);
        turns.deeper(new RecordedTurn("savepoint", false, told), 0, "savepoint", () -> true);
        entered("inside", 1, false);
        turns.end(new RecordedTurn("end", true, told), 0, () -> true);
        assertEquals(List.of("cancelled starts", "cancelled is to stop", "inside is refused"), told);
        for (String next : List.of("outside", "savepoint", "end")) {
            turns.leave();
            assertEquals(next + " starts", told.getLast());
        }
    }

    @Test
    void aSavepointThatHasEndedBeforeItBeginsIsRefusedAndTheLevelStays() {
        turns.deeper(new RecordedTurn("savepoint", false, told), 0, "savepoint", () -> false);
        entered("next", 0, false);
        assertEquals(List.of("savepoint is refused", "next starts"), told);
    }
}
