package dev.weir.op.kernel.root;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void aStackThatHasOverflowedIsThereAgainAndWhatTheJvmMayNotSurviveIsFatal() {
        assertFalse(Failures.isFatal(new StackOverflowError()));
        assertFalse(Failures.isFatal(new AssertionError()));
        assertTrue(Failures.isFatal(new OutOfMemoryError()));
        assertTrue(Failures.isFatal(new InternalError()));
    }
}
