package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LabTest {
    private record Failing(Exception failure) implements Suite {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public List<String> titles(Settings settings) {
            return List.of();
        }

        @Override
        public double expected(Settings settings) {
            return 1;
        }

        @Override
        public List<Measurement> run(Settings settings, Progress progress) throws Exception {
            throw failure;
        }
    }

    @Test
    void aSuiteThatFailsLeavesTheOthers() throws Exception {
        Progress progress = new Progress(new PrintStream(OutputStream.nullOutputStream()), 2);
        Settings settings = new Settings(true, Path.of("text"), "", Part.ALL, Optional.empty());
        for (Exception failure : List.of(new IOException("no heap"), new Refused("no memory"))) {
            Lab.run(new Failing(failure), settings, progress, measured -> {});
        }
        assertEquals(2, progress.failures());
    }
}
