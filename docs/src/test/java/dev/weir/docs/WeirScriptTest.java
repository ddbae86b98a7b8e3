package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./weir} says before it builds anything. */
@DisabledOnOs(OS.WINDOWS)
class WeirScriptTest {
    @TempDir
    Path folder;

    private static String run(int exitCode, String... arguments) throws Exception {
        return weir(exitCode, "run", arguments);
    }

    private static String weir(int exitCode, String name, String... arguments) throws Exception {
        return output(exitCode, Path.of("../weir"), name, arguments);
    }

    private static String output(int exitCode, Path script, String name, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", script.toString(), name));
        command.addAll(List.of(arguments));
        return output(exitCode, new ProcessBuilder(command));
    }

    private static String output(int exitCode, ProcessBuilder command) throws Exception {
        Process process = command.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), output);
        return output;
    }

    @Test
    void saysWhyItCantRun() throws Exception {
        String example = "weir: run which file? For example: ./weir run docs/examples/Hello.java\n";
        assertEquals(example, run(2));
        assertEquals(example, run(2, "-Dx=y"));
        assertEquals(
                "weir: " + folder + " is a directory: name the Java source file in it that has main\n",
                run(2, folder.toString()));
        Path notes = Files.writeString(folder.resolve("notes.txt"), "x");
        assertEquals(
                "weir: " + notes + " is no Java source file: its name has to end in .java\n",
                run(2, "-Dx=y", notes.toString()));
        assertEquals("weir: there is no file None.java\n", run(2, "--add-modules", "java.sql", "None.java", "x"));
        assertEquals("weir: there is no file none\n", run(2, "none"));
        assertEquals("weir: there is no file None.java\n", run(2, "-Dx=y.java", "None.java"));
    }

    @Test
    void readsOptionsBeforeItWorks() throws Exception {
        assertTrue(weir(0, "format", "--help").startsWith("Usage: ./weir format [check] [FILE or folder...]\n"));
        assertTrue(weir(0, "lab", "c10k", "--help").startsWith("Usage: ./weir lab [suite...] [options]\n"));
        assertTrue(weir(0, "desk", "--http", "0", "-h").startsWith("Usage: ./weir desk [options]\n"));
        assertEquals(
                "weir: unknown option \"--foo\": ./weir format --help tells what there is\n",
                weir(2, "format", "--foo"));
        assertEquals(
                "weir: \"Foo.java\" is neither a Java source file nor a folder\n",
                weir(2, "format", "check", "Foo.java"));
        assertEquals(
                "weir lab: unknown option '--foo': --help lists them\n", weir(2, "lab", "--out", "x", "--foo", "c10k"));
        assertEquals("weir: unknown command \"dsk\": ./weir help lists them\n", weir(2, "dsk"));
        assertEquals(weir(0, "desk", "--help"), weir(0, "help", "desk"));
        assertEquals("weir: --bind needs a value: ./weir desk --help tells which\n", weir(2, "desk", "--bind"));
        assertEquals("weir: unknown argument \"--htp=1\": ./weir desk --help lists them\n", weir(2, "desk", "--htp=1"));
    }

    @Test
    void whatIsOnTheClassPathIsTold() throws Exception {
        Set<String> modules = Pattern.compile("app_of desk (.*)")
                .matcher(Files.readString(Path.of("../weir")))
                .results()
                .map(use -> use.group(1))
                .collect(Collectors.toSet());
        assertEquals(1, modules.size(), "one build for all: " + modules);
        String told = modules.iterator().next().replace(" ", ", ") + " and Jackson on";
        for (String text : List.of(
                run(0, "help"),
                Files.readString(Path.of("../README.md")),
                Files.readString(Path.of("../CONTRIBUTING.md")))) {
            assertTrue(text.replaceAll("\\s+", " ").contains(told), "not told: " + told + "\n" + text);
        }
    }

    @Test
    void itsHelpIsOurs() throws Exception {
        for (String option : List.of("--help", "-help", "-h", "help")) {
            String help = run(0, option);
            assertTrue(help.startsWith("Usage: ./weir run [JVM option...] FILE.java [argument...]\n"), help);
        }
    }

    /** The trace of a failure is of the thread that made it: the launcher of source files wants its own frames in it. */
    @Test
    void whatAProgramFailsWithIsTold() throws Exception {
        Path script = builtClone();
        Path failing = failing();
        String told = output(1, script, "run", "-Dx=y", failing.toString(), "for good");
        assertTrue(told.contains("java.lang.IllegalStateException: from elsewhere for good\n"), told);
        Path other = Files.writeString(
                folder.resolve("named.java"), "public class Other { static void main() { IO.println(\"ran\"); } }");
        assertEquals("ran\n", output(0, script, "run", other.toString()));
        Path wrong = Files.writeString(folder.resolve("Wrong.java"), "void main() { missing(); }");
        assertTrue(output(1, script, "run", wrong.toString()).contains("cannot find symbol"));
    }

    /** Beside a link to a Java, as Debian's alternatives are, there may be the compiler of another one. */
    @Test
    void compilesWithTheCompilerThatWasLookedAt() throws Exception {
        Path script = builtClone();
        Path bin = Files.createDirectories(folder.resolve("alternatives/bin"));
        Files.createSymbolicLink(bin.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));
        Path other = Files.writeString(bin.resolve("javac"), "#!/bin/sh\nexit 1\n");
        assertTrue(other.toFile().setExecutable(true));
        ProcessBuilder command =
                new ProcessBuilder("sh", script.toString(), "run", failing().toString(), "for good");
        command.environment().put("JAVA_HOME", bin.getParent().toString());
        String told = output(1, command);
        assertTrue(told.contains("java.lang.IllegalStateException: from elsewhere for good\n"), told);
    }

    @Test
    void itsMavenNeedsNoHome() throws Exception {
        Path script = builtClone();
        Files.delete(script.resolveSibling("desk/target/app.built"));
        executable(script.resolveSibling("mvnw"), "set -u\necho \"maven in ${MAVEN_USER_HOME:-$HOME/.m2}\"\nexit 1\n");
        ProcessBuilder command =
                new ProcessBuilder("sh", script.toString(), "run", failing().toString());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().remove("MAVEN_USER_HOME");
        command.environment().remove("HOME");
        String told = output(1, command);
        assertTrue(told.contains("maven in " + System.getProperty("user.home") + "/.m2\n"), told);
        command.environment().put("HOME", "/elsewhere");
        assertTrue(output(1, command).contains("maven in /elsewhere/.m2\n"));
    }

    /** As after one ./weir run of root's. */
    @Test
    void whereTheFolderOfClassesIsSomebodyElsesProgramsRunAllTheSame() throws Exception {
        Path script = builtClone();
        Path program = Files.writeString(folder.resolve("Plain.java"), "void main() { IO.println(\"ran\"); }");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        ProcessBuilder command = new ProcessBuilder("sh", script.toString(), "run", program.toString());
        command.environment().merge("PATH", bin + ":", (path, first) -> first + path);
        String host = output(0, new ProcessBuilder("uname", "-n")).strip();
        Files.createDirectories(script.resolveSibling("target/run/" + host + "/Old.999999999"));
        executable(bin.resolve("rm"), "echo no >&2\nexit 1\n");
        assertEquals("ran\n", output(0, command));
        executable(bin.resolve("mkdir"), "echo no >&2\nexit 1\n");
        assertEquals("ran\n", output(0, command));
    }

    private static void executable(Path script, String text) throws IOException {
        assertTrue(Files.writeString(script, "#!/bin/sh\n" + text).toFile().setExecutable(true));
    }

    private Path builtClone() throws IOException {
        Path clone = Files.createDirectories(folder.resolve("clone"));
        Files.createDirectories(clone.resolve("desk/target/app"));
        Path script = Files.copy(Path.of("../weir"), clone.resolve("weir"));
        Files.createFile(clone.resolve("desk/target/app.built"));
        return script;
    }

    private Path failing() throws IOException {
        return Files.writeString(folder.resolve("Failing.java"), """
            void main(String[] arguments) {
                var failure = new IllegalStateException("from elsewhere " + arguments[0]);
                failure.setStackTrace(new StackTraceElement[0]);
                throw failure;
            }
            """);
    }
}
