package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.lab.load.Limits;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RSocketStreamsTest {
    private final RSocketStreams suite = new RSocketStreams();

    private static Settings settings(boolean quick, String... rows) {
        return new Settings(
                quick, Path.of("text"), "", new Part(List.of(), List.of(rows), List.of()), Optional.empty());
    }

    @Test
    void hasTheRowsThatAreWanted() {
        assertEquals(
                List.of(
                        "random phases, 128 bytes",
                        "aligned, 128 bytes",
                        "batches of 10, 128 bytes",
                        "received, 128 bytes",
                        "idle at a client",
                        "idle",
                        "held"),
                suite.titles(settings(true)));
        assertEquals(List.of("aligned, 128 bytes", "aligned, 1024 bytes"), suite.titles(settings(false, "aligned")));
        assertEquals(0, suite.expected(settings(true, "no such")));
    }

    @Test
    void takesMinutes() {
        double quick = suite.expected(settings(true));
        assertTrue(quick <= 360, () -> quick + " s");
        double full = suite.expected(settings(false));
        assertTrue(full <= 35 * 60, () -> full + " s");
    }

    @Test
    void refusesWhatTheMachineCanNot() {
        Needs.checkConnections(1);
        Refused tooMany = assertThrows(Refused.class, () -> Needs.checkConnections(Limits.connectionsPerProcess() + 1));
        assertTrue(tooMany.getMessage().contains("ulimit -n"), tooMany.getMessage());
        Refused tooLarge = assertThrows(Refused.class, () -> Needs.checkMemory("what is measured", Long.MAX_VALUE - 1));
        assertTrue(tooLarge.getMessage().contains("MB of free memory"), tooLarge.getMessage());
    }

    @Test
    void slopesAreOfTheNearestLine() {
        assertEquals(2, RSocketStreams.slope(new double[] {1, 2, 3}, new double[] {5, 7, 9}), 1e-9);
        assertEquals(1, RSocketStreams.slope(new double[] {0, 1, 0, 1}, new double[] {1, 2, 2, 3}), 1e-9);
    }
}
