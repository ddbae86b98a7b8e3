package dev.weir.postgres.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
    private static final int WITH_LOCK = 2;

    @Test
    void aCopyHasWhatItsTemplateHas() {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            Database template = postgres.createDatabase();
            template.execute("create table rates (code text primary key); insert into rates values ('EUR')");
            Database copy = template.copy();
            copy.execute("insert into rates values ('USD')");
            String duplicate = message(() -> copy.execute("insert into rates values ('EUR')"));
            assertTrue(duplicate.contains("duplicate key"), duplicate);
            template.execute("insert into rates values ('USD')");
            assertTrue(copy.jdbcUrl().endsWith("/" + copy.name() + "?user=postgres"), copy.jdbcUrl());
        }
    }

    private static String message(Runnable action) {
        return assertThrows(IllegalStateException.class, action::run).getMessage();
    }

    @Test
    void whatTheServerRefusesIsSaid() {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            Database database = postgres.createDatabase();
            assertEquals(
                    "the embedded PostgreSQL says: ERROR: relation \"nowhere\" does not exist",
                    message(() -> database.execute("select * from nowhere")));
        }
    }

    @Test
    void nothingIsLeftOfOneThatIsClosed() throws IOException {
        EmbeddedPostgres postgres = EmbeddedPostgres.start();
        ProcessHandle process = postgres.process();
        assertEquals(WITH_LOCK, data(ProcessHandle.current().pid()).size());
        EmbeddedPostgres.start().close();
        assertEquals(WITH_LOCK, data(ProcessHandle.current().pid()).size());
        postgres.close();
        postgres.close();
        assertFalse(process.isAlive());
        assertEquals(List.of(), data(ProcessHandle.current().pid()));
    }

    @Test
    void nothingIsLeftOfOneThatIsClosedWhileItStartsAgain() throws Exception {
        EmbeddedPostgres postgres = EmbeddedPostgres.start();
        postgres.keepAlive();
        ProcessHandle killed = postgres.process();
        killed.destroyForcibly();
        killed.onExit().join();
        long starting = stopped();
        Thread closing = Thread.ofPlatform().start(postgres::close);
        while (closing.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        signal("-CONT", starting);
        closing.join();
        assertEquals(List.of(), ProcessHandle.current().children().toList());
        assertEquals(List.of(), data(ProcessHandle.current().pid()));
    }

    /** A server that begins, and stands. */
    private static long stopped() {
        while (true) {
            List<ProcessHandle> children = ProcessHandle.current().children().toList();
            for (ProcessHandle child : children) {
                if (signal("-STOP", child.pid()) && child.isAlive()) {
                    return child.pid();
                }
            }
        }
    }

    private static boolean signal(String signal, long pid) {
        try {
            return new ProcessBuilder("kill", signal, String.valueOf(pid))
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> data(long pid) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("weir-postgres-data-" + pid + "-"))
                    .toList();
        }
    }

    /** What is killed, so that it can't clean up. */
    static final class Victim {
        public static void main(String[] arguments) throws InterruptedException {
            System.out.println(EmbeddedPostgres.start().process().pid());
            Thread.currentThread().join();
        }
    }

    /** Asks once more when it ends. */
    static final class Drained {
        public static void main(String[] arguments) {
            EmbeddedPostgres postgres = EmbeddedPostgres.start();
            Database database = postgres.createDatabase();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                database.execute("select 1");
                System.out.println("answered");
            }));
            System.out.println(postgres.process().pid());
            System.exit(0);
        }
    }

    private static List<String> command(Class<?> main) {
        return new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
    }

    private static Process java(Class<?> main) throws IOException {
        return new ProcessBuilder(command(main))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void noneIsLeftBehindByAKilledJvm() throws IOException {
        assumeTrue(Programs.onPath("setpriv") != null, "only the kernel can tell a process of its parent's end");
        Process victim = java(Victim.class);
        try (BufferedReader reader = victim.inputReader()) {
            ProcessHandle postgres = process(reader.readLine());
            EmbeddedPostgres.start().close();
            assertTrue(postgres.isAlive());
            assertEquals(WITH_LOCK, data(victim.pid()).size());
            victim.destroyForcibly();
            victim.onExit().join();
            awaitEnd(postgres);
        }
        assertEquals(WITH_LOCK, data(victim.pid()).size());
        EmbeddedPostgres.start().close();
        assertEquals(List.of(), data(victim.pid()));
    }

    /** On a full disk. */
    @Test
    void whatWasLeftGoesAlsoWhereNothingCanBeWritten(@TempDir Path temporary) throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("weir-postgres-data-1"));
        Path lock = Files.createFile(temporary.resolve("weir-postgres-data-1.lock"));
        List<String> java = command(Starter.class);
        java.addAll(1, List.of("-Djava.io.tmpdir=" + temporary, "-XX:-UsePerfData"));
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 0; exec \"$0\" \"$@\""));
        limited.addAll(java);
        Process starter = new ProcessBuilder(limited).start();
        String failure = new String(starter.getInputStream().readAllBytes(), UTF_8);
        assertTrue(failure.startsWith("failed: "), failure);
        assertFalse(Files.exists(folder), failure);
        assertFalse(Files.exists(lock), failure);
    }

    /** Says why it can't. */
    static final class Starter {
        public static void main(String[] arguments) {
            try {
                EmbeddedPostgres.start().close();
            } catch (RuntimeException failure) {
                System.out.println("failed: " + failure.getMessage());
            }
        }
    }

    /** Numbers of processes are of a container, its folder of temporary files may be of several. */
    @Test
    void thatOfAProcessOfAnotherContainerIsLeftAlone() throws IOException {
        Process elsewhere = java(Holder.class);
        try (BufferedReader reader = elsewhere.inputReader()) {
            Path folder = Path.of(reader.readLine());
            EmbeddedPostgres.start().close();
            assertTrue(Files.exists(folder));
            elsewhere.destroyForcibly();
            elsewhere.onExit().join();
            EmbeddedPostgres.start().close();
            assertFalse(Files.exists(folder));
        }
    }

    /** Has data whose name tells nothing about it. */
    static final class Holder {
        public static void main(String[] arguments) throws Exception {
            System.out.println(DataFolder.create(Long.MAX_VALUE));
            Thread.currentThread().join();
        }
    }

    @Test
    void whatDrainsAtTheExitStillHasIt() throws IOException {
        assumeTrue(Programs.onPath("setpriv") != null, "only the kernel can tell a process of its parent's end");
        Process drained = java(Drained.class);
        try (BufferedReader reader = drained.inputReader()) {
            ProcessHandle postgres = process(reader.readLine());
            assertEquals("answered", reader.readLine());
            drained.onExit().join();
            awaitEnd(postgres);
        }
    }

    private static ProcessHandle process(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private static void awaitEnd(ProcessHandle process) throws IOException {
        while (isRunning(process)) {
            Thread.onSpinWait();
        }
    }

    /** Whoever has adopted it may leave a zombie. */
    private static boolean isRunning(ProcessHandle process) throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/stat");
        try {
            return process.isAlive() && !Files.readString(status).contains(") Z ");
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** As root, with what others may write, anything could be deleted. */
    @Test
    void whatAnotherUserHasLeftStays() throws IOException {
        assumeTrue(Account.current().isRoot(), "only root can make what is another user's");
        Path folder = Files.createTempDirectory("weir-postgres-data-");
        Path lock = Files.createFile(folder.resolveSibling(folder.getFileName() + ".lock"));
        try {
            Account.current().own(folder);
            Account.current().own(lock);
            EmbeddedPostgres.start().close();
            assertTrue(Files.exists(folder));
            assertTrue(Files.exists(lock));
            Files.setAttribute(lock, "unix:uid", 0);
            EmbeddedPostgres.start().close();
            assertFalse(Files.exists(folder));
            assertFalse(Files.exists(lock));
        } finally {
            Files.deleteIfExists(folder);
            Files.deleteIfExists(lock);
        }
    }

    /** Whoever cleans up temporary files looks at each alone. */
    @Test
    void whatWasDeletedOfTheProgramsIsPutBack(@TempDir Path temporary) throws IOException {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        String before = System.setProperty("java.io.tmpdir", temporary.toString());
        try {
            Path bin = Binaries.find();
            assumeTrue(bin.startsWith(temporary), "they are not unpacked");
            try (EmbeddedPostgres running = EmbeddedPostgres.start(bin)) {
                Files.delete(bin.resolve("initdb"));
                DataFolder.delete(bin.resolveSibling("lib"));
                EmbeddedPostgres.start().close();
                running.createDatabase().execute("do 'begin perform 1; end'"); // by a library that is loaded only now
            }
            Files.delete(bin.resolveSibling("contents"));
            assertEquals(bin, Binaries.find());
            assertTrue(Files.exists(bin.resolveSibling("contents")));
            try (Stream<Path> files = Files.list(temporary)) {
                assertEquals(List.of(bin.getParent()), files.toList());
            }
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }
    }

    /** A container may have no name for its user. */
    @Test
    void whoHasAnotherNameThanTheJdkKnowsUnpacksThemOnce(@TempDir Path temporary) {
        String before = System.setProperty("java.io.tmpdir", temporary.toString());
        String name = System.setProperty("user.name", "?");
        try {
            Path bin = Binaries.find();
            assumeTrue(bin.startsWith(temporary), "they are not unpacked");
            assertEquals(bin, Binaries.find());
        } finally {
            System.setProperty("user.name", name);
            System.setProperty("java.io.tmpdir", before);
        }
    }

    @Test
    void oneThatIsInstalledDoesToo() {
        Path installed = Binaries.installed();
        assumeTrue(installed != null, "none is installed");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(installed)) {
            postgres.createDatabase().execute("select 1");
        }
    }

    @Test
    void aFolderWithoutProgramsSaysSo(@TempDir Path folder) {
        RuntimeException failure = assertThrows(RuntimeException.class, () -> EmbeddedPostgres.start(folder));
        assertFalse(failure instanceof CompletionException);
        assertTrue(failure.getMessage().contains("initdb"), failure.getMessage());
    }
}
