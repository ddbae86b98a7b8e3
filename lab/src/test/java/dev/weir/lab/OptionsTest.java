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
    private static final List<String> SUITES = List.of("rebls", "sync");
    private static final Path OUT = Path.of("somewhere");

    private static Options parse(String... arguments) {
        return Options.parse(SUITES, OUT, arguments);
    }

    private static String refused(String... arguments) {
        return assertThrows(Refused.class, () -> parse(arguments)).getMessage();
    }

    @Test
    void measuresEverythingByDefault() {
        assertEquals(new Options(SUITES, false, false, OUT, Optional.empty(), Net.ALL), parse());
    }

    @Test
    void takesSuitesAndOptionsInAnyOrder(@TempDir Path directory) throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "a line\n");
        Options options = parse("--quick", "sync", "--text", text.toString(), "--out", directory.toString(), "sync");
        assertEquals(List.of("sync"), options.suites());
        assertEquals(Optional.of(text), options.text());
        assertEquals(directory, options.out());
        assertTrue(options.quick());
        assertFalse(options.help());
        assertTrue(parse("-h").help());
    }

    @Test
    void takesPartsOfTheNetworkSuites() {
        Net net = parse("--peers", "weir, netty", "--rows", "http", "--connections", "1,10000")
                .net();
        assertEquals(new Net(List.of("weir", "netty"), List.of("http"), List.of(1, 10_000)), net);
        assertTrue(net.wantsPeer("weir"));
        assertFalse(net.wantsPeer("vertx"));
        assertTrue(net.wants("http at once"));
        assertFalse(net.wants("tcp at once"));
        assertTrue(Net.ALL.wants("tcp at once"));
        assertEquals("--connections takes numbers from 1 to 99999, and '0' is none", refused("--connections", "0"));
    }

    @Test
    void refusesWhatThereIsNot(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertEquals("unknown suite 'fast': there are rebls, sync", refused("fast"));
        assertEquals("unknown option '--fast': --help lists them", refused("--fast"));
        assertEquals("--out needs a value: --help tells which", refused("--out"));
        assertEquals("--out needs a value: --help tells which", refused("--out", "--quick"));
        assertEquals("--out takes a directory, and '" + file + "' is a file", refused("--out", file.toString()));
        assertEquals("--text takes a file, and 'nowhere' can't be read", refused("--text", "nowhere"));
        assertEquals(
                "--text takes a file, and '" + directory + "' can't be read", refused("--text", directory.toString()));
    }
}
