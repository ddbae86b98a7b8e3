package dev.weir.op.kernel.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.root.Origin;
import org.junit.jupiter.api.Test;

class RootStageTest {
    private final IllegalStateException made = new IllegalStateException("made here");
    private final IllegalStateException other = new IllegalStateException("made elsewhere");
    private final Recorder<Integer> recorder = new Recorder<>();

    @Test
    void notesThePlaceOfTheNewestFailureInThatAlone() {
        recorder.made(new Origin(made, Filtering.class, null, "orders"));
        assertSame(other, recorder.noted(other));
        assertEquals(0, other.getSuppressed().length);
        assertSame(made, recorder.noted(made));
        assertEquals("at stage rootStageTest of pipeline \"orders\"", made.getSuppressed()[0].getMessage());
    }

    /** Stands for a stage of the user's. */
    private static final class Filtering {}
}
