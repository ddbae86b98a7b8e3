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
        assertEquals(operators, titles("crowded-operators", false));
    }

    @Test
    void aQuickRunLeavesMostOfThemOut() {
        List<String> operators = titles("operators", true);
        List<String> quick = titles("crowded-operators", true);
        assertTrue(operators.containsAll(quick));
        assertEquals(5, quick.size(), quick::toString);
        assertEquals(List.of("zip two (items 7)"), titles("crowded-operators", true, "zip two (items 7)"));
    }
}
