package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./weir run} says before it needs a Java. */
@DisabledOnOs(OS.WINDOWS)
class WeirScriptTest {
    @TempDir
    Path folder;

    private static String run(int exitCode, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "../weir", "run"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), output);
        return output;
    }

    @Test
    void saysWhyItCantRun() throws Exception {
        String example = "weir: run which file? For example: ./weir run docs/examples/Hello.java\n";
        assertEquals(example, run(1));
        assertEquals(example, run(1, "-Dx=y"));
        assertEquals(
                "weir: " + folder + " is a directory: name the Java source file in it that has main\n",
                run(1, folder.toString()));
        Path notes = Files.writeString(folder.resolve("notes.txt"), "x");
        assertEquals(
                "weir: " + notes + " is no Java source file: its name has to end in .java\n",
                run(1, "-Dx=y", notes.toString()));
        assertEquals("weir: there is no file None.java\n", run(1, "--add-modules", "java.sql", "None.java", "x"));
        assertEquals("weir: there is no file none\n", run(1, "none"));
    }

    @Test
    void itsHelpIsOurs() throws Exception {
        for (String option : List.of("--help", "-help", "-h", "help")) {
            String help = run(0, option);
            assertTrue(help.startsWith("Usage: ./weir run [JVM option...] FILE.java [argument...]\n"), help);
        }
    }
}
