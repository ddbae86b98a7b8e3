package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatabasesTest {
    private final Databases suite = new Databases();

    private static Settings settings(boolean quick, Part part) {
        return new Settings(quick, Path.of("text"), "", part, Optional.empty());
    }

    @Test
    void hasTheRowsThatAreWanted() {
        Part part = new Part(List.of("weir", "pgjdbc"), List.of("copy"), List.of());
        assertEquals(List.of("copy in", "copy out"), suite.titles(settings(true, part)));
        assertEquals(0, suite.expected(settings(true, new Part(List.of(), List.of("no such"), List.of()))));
    }

    @Test
    void asksOneDatabaseThatIsFarAwayInAFullRunOrWhereThatIsNamed() {
        assertFalse(suite.titles(settings(true, Part.ALL)).contains("points far"));
        assertTrue(suite.titles(settings(false, Part.ALL)).contains("points far"));
        Part part = new Part(List.of(), List.of("points far"), List.of());
        assertEquals(List.of("points far"), suite.titles(settings(true, part)));
    }

    @Test
    void aQuickRunIsOfMinutes() {
        assertTrue(suite.expected(settings(true, Part.ALL)) < 600);
        assertTrue(suite.expected(settings(false, Part.ALL)) < 7_200);
    }
}
