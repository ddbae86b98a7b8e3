package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.ThreadValues;
import dev.weir.lab.crowded.MapFilter;
import dev.weir.lab.crowded.Row;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class CarriedTest {
    private static final String NAME = "weir, carried";

    private static List<JmhRow.Turn> turns(String classes, String... peers) {
        Part part = new Part(List.of(peers), List.of(), List.of());
        Settings settings = new Settings(true, Path.of("text"), "", part, Optional.empty());
        return new Jmh("suite", classes, Shape.throughput(true))
                .rows(settings)
                .getFirst()
                .turns();
    }

    private static long carried(List<JmhRow.Turn> turns) {
        return turns.stream().filter(turn -> turn.impl().name().equals(NAME)).count();
    }

    @Test
    void oneValueItemsAndHopsAreMeasuredWithIt() {
        for (String row : List.of("rebls.OnePipeline", "sync.Hops", "crowded.MapFilter")) {
            assertEquals(1, carried(turns(row.replace(".", "\\."))), row);
        }
        assertEquals(0, carried(turns("rebls\\.OneMap")));
        assertEquals(0, carried(turns("sync\\.Hops", "reactor")));
    }

    @Test
    void allOthersKeepTheirClassPathAndTheirJvm() {
        for (JmhRow.Turn turn : turns("sync\\.Hops")) {
            boolean isCarried = turn.impl().name().equals(NAME);
            assertEquals(isCarried ? Map.of(Row.CARRIED, "true") : Map.of(), turn.properties());
            assertEquals(isCarried ? ClassPath.carrying() : ClassPath.OWN, turn.classPath());
        }
        assertTrue(ServiceLoader.load(ThreadValues.class).findFirst().isEmpty());
    }

    @Test
    void whatIsCarriedIsAddedToTheClassPathOfTheLab() {
        String entries = ClassPath.carrying().entries();
        assertTrue(entries.startsWith(ClassPath.OWN.entries() + File.pathSeparator), entries);
        assertTrue(entries.endsWith(Path.of("carried", "target", "app", "*").toString()), entries);
    }

    @Test
    void nothingIsMeasuredUnderItsNameWithoutIt() {
        System.setProperty(Row.CARRIED, "true");
        try {
            Exception failure = assertThrows(IllegalStateException.class, () -> new MapFilter().carry());
            assertTrue(failure.getMessage().contains("./weir lab"), failure.getMessage());
        } finally {
            System.clearProperty(Row.CARRIED);
        }
        new MapFilter().carry();
    }
}
