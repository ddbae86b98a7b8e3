package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {
    private static String refused(String... arguments) {
        return assertThrows(Refused.class, () -> Options.parse(arguments)).getMessage();
    }

    @Test
    void measuresEverythingByDefault() {
        Options options = Options.parse();
        assertEquals(Options.SUITES, options.suites());
        assertEquals(Part.ALL, options.part());
        assertFalse(options.quick() || options.help());
        assertTrue(options.text().isEmpty() && options.against().isEmpty());
    }

    @Test
    void knowsTheSuitesThatThereAre() {
        assertEquals(Suites.ALL.stream().map(Suite::name).toList(), Options.SUITES);
        Options.SUITES.forEach(suite -> assertTrue(Options.HELP.contains("\n  " + suite + " "), suite));
    }

    @Test
    void takesSuitesAndOptionsInAnyOrder(@TempDir Path directory) throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "a line\n");
        Options options =
                Options.parse("--quick", "sync", "--text", text.toString(), "--out", directory.toString(), "sync");
        assertEquals(List.of("sync"), options.suites());
        assertEquals(Optional.of(text), options.text());
        assertEquals(directory, options.out());
        assertTrue(options.quick());
        assertFalse(options.help());
        assertTrue(Options.parse("-h").help());
    }

    @Test
    void takesPartsOfTheSuites() {
        Part part = Options.parse("--peers", "weir, netty", "--rows", "http", "--connections", "1,10000")
                .part();
        assertEquals(new Part(List.of("weir", "netty"), List.of("http"), List.of(1, 10_000)), part);
        assertTrue(part.wantsPeer("weir"));
        assertFalse(part.wantsPeer("vertx"));
        assertTrue(part.wants("http at once"));
        assertFalse(part.wants("tcp at once"));
        assertTrue(part.wantsPeer("weir, named"));
        assertTrue(Part.ALL.wants("tcp at once"));
        assertTrue(Options.parse("--rows", "Map Reduce").part().wants("from map reduce"));
        assertEquals("--connections takes numbers from 1 to 99999, and '0' is none", refused("--connections", "0"));
    }

    @Test
    void refusesWhatThereIsNot(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertEquals("unknown suite 'fast': there are " + String.join(", ", Options.SUITES), refused("fast"));
        assertEquals("unknown option '--fast': --help lists them", refused("--fast"));
        assertEquals("--out needs a value: --help tells which", refused("--out"));
        assertEquals("--out needs a value: --help tells which", refused("--out", "--quick"));
        assertEquals("--out takes a directory, and '" + file + "' is a file", refused("--out", file.toString()));
        assertEquals("--text takes a file, and 'nowhere' can't be read", refused("--text", "nowhere"));
        assertEquals(
                "--text takes a file, and '" + directory + "' can't be read", refused("--text", directory.toString()));
    }

    @Test
    void aRowIsNamedByAllOfItsTitle() {
        Part part = Options.parse("--rows", "one race (items 1,000),gather,first item in a cold JVM")
                .part();
        assertEquals(List.of("one race (items 1,000)", "gather", "first item in a cold JVM"), part.rows());
        assertFalse(part.wants("one any (items 1,000)"));
        assertTrue(part.wants("first item in a cold JVM"));
        Part paired = Options.parse("--rows", "tcp, paired").part();
        assertTrue(paired.wants("tcp, paired"));
        assertFalse(paired.wants("tcp at once"));
    }
}
