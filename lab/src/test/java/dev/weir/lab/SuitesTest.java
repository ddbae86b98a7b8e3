package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuitesTest {
    private static List<String> titles(String suite, boolean quick, String... rows) {
        Part part = new Part(List.of(), List.of(rows), List.of());
        return Suites.named(suite).titles(new Settings(quick, Path.of("text"), "", part, Optional.empty()));
    }

    @Test
    void eachRowOfOperatorsIsCrowdedToo() {
        List<String> operators = titles("operators", false);
        assertTrue(operators.contains("gather (items 7)") && operators.contains("one race (items 1,000)"));
        assertTrue(titles("crowded", false).containsAll(operators));
    }

    @Test
    void aQuickRunLeavesMostOfThemOut() {
        List<String> operators = titles("operators", true);
        List<String> quick = titles("crowded", true);
        assertEquals(5, operators.stream().filter(quick::contains).count(), quick::toString);
        assertEquals(List.of("zip two (items 7)"), titles("crowded", true, "zip two (items 7)"));
    }
}
