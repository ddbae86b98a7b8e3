package dev.weir.op.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Context;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartedTest {
    private final List<Object> outcomes = new ArrayList<>();
    private final List<Context> dropped = new ArrayList<>();
    private final Part run = new Part(Context.empty(), 0);

    {
        run.makeKnown((part, outcome) -> outcomes.add(outcome instanceof Failure failure ? failure.error() : outcome));
    }

    @Test
    void anActionThatBeginsItIsNotReplaced() {
        run.goOn(new Started((pending, _) -> pending.accept(1), dropped::add));
        assertEquals(List.of(1), outcomes);
        assertEquals(List.of(), dropped);
    }

    @Test
    void isDroppedIfTheRunIsCancelledBefore() {
        run.cancel();
        run.goOn(new Started((pending, _) -> pending.accept(1), dropped::add));
        assertEquals(List.of(), outcomes);
        assertEquals(List.of(run.context()), dropped);
    }

    /** As when there is no memory for the thread that is to be started. */
    @Test
    void isDroppedAndFailsIfTheActionThrows() {
        IllegalStateException broken = new IllegalStateException("broken");
        run.goOn(new Started(
                (pending, starting) -> {
                    throw broken;
                },
                dropped::add));
        assertEquals(List.of(broken), outcomes);
        assertEquals(List.of(run.context()), dropped);
    }
}
