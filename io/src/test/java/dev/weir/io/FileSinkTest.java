package dev.weir.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnmappableCharacterException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSinkTest {
    @TempDir
    private Path directory;

    private Path file;
    private FileSink sink;

    @BeforeEach
    void open() {
        file = directory.resolve("file");
        sink = FileSink.of(file);
    }

    private List<String> names() throws Exception {
        try (var all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // as nobody checks them
    void streamsThatAreLeftOutAreRefusedAtOnce() {
        assertThrows(NullPointerException.class, () -> sink.lines(null));
        assertThrows(NullPointerException.class, () -> sink.bytes(null));
    }

    @Test
    void linesAreWritten() throws Exception {
        assertEquals(8, sink.lines(Many.of("a", "ä€")).await());
        assertEquals("a\nä€\n", Files.readString(file));
        assertEquals(0, sink.lines(Many.empty()).await());
        assertEquals("", Files.readString(file));
        assertEquals(List.of("file"), names());
    }

    /** As a retry does, or another file. */
    @Test
    void buffersMayBeWrittenAgain() throws Exception {
        List<ByteBuffer> buffers = List.of(
                ByteBuffer.wrap("heap".getBytes(StandardCharsets.UTF_8)),
                ByteBuffer.allocateDirect(200_000).put(0, "direct".getBytes(StandardCharsets.UTF_8)),
                ByteBuffer.wrap("-no-".getBytes(StandardCharsets.UTF_8), 1, 2));
        One<Long> writing = sink.bytes(Many.from(buffers));
        assertEquals(200_006, writing.await());
        byte[] first = Files.readAllBytes(file);
        assertEquals(200_006, writing.await());
        assertArrayEquals(first, Files.readAllBytes(file));
        assertEquals(
                List.of(0, 0, 1), buffers.stream().map(ByteBuffer::position).toList());
    }

    /** The JDK copies what is in the heap, and its thread keeps the room. */
    @Test
    void largeBuffersTakeNoRoomOutsideOfTheHeap() throws Exception {
        int size = 64 << 20;
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        long before = outsideOfTheHeap();
        assertEquals(
                size,
                sink.on(Runnable::run).bytes(Many.of(ByteBuffer.wrap(bytes))).await());
        long written = outsideOfTheHeap() - before;
        assertTrue(written < 8 << 20, () -> written + " bytes");
        assertArrayEquals(bytes, Files.readAllBytes(file));

        byte[] line = new byte[size];
        Arrays.fill(line, (byte) 'x');
        Files.write(file, line);
        before = outsideOfTheHeap();
        FileSource lines = FileSource.of(file).withLongestLine(size).on(Runnable::run);
        assertEquals(size, lines.lines().first().await().length());
        long read = outsideOfTheHeap() - before;
        assertTrue(read < 8 << 20, () -> read + " bytes");
    }

    private static long outsideOfTheHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void aNameMayBeAsLongAsNamesCanBe() throws Exception {
        for (int length = 225; length <= 255; length++) {
            Path named = directory.resolve("n".repeat(length));
            assertEquals(2, FileSink.of(named).lines(Many.of("a")).await());
            assertEquals("a\n", Files.readString(named));
        }
    }

    @Test
    void aPipeIsWrittenToAsItIs() throws Exception {
        assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0);
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(file); // which waits until somebody writes, to the end
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertEquals(4, sink.forcing().lines(Many.of("a", "b")).await());
        assertFalse(Files.isRegularFile(file));
        assertEquals("a\nb\n", read.get(120, TimeUnit.SECONDS));
        assertEquals(List.of("file"), names());
    }

    @Test
    void aDirectoryIsNotWrittenTo() throws Exception {
        Files.createDirectory(file);
        CompletionException failure = assertThrows(
                CompletionException.class, () -> sink.lines(Many.of("a")).await());
        assertInstanceOf(IOException.class, failure.getCause());
        assertEquals(List.of("file"), names());
    }

    /** UTF-16 begins with a mark of the order of bytes, ISO-2022-JP ends where it began: once for all lines. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "ISO-2022-JP", "GB18030"})
    void aTextIsOneInEachCharset(String name) throws Exception {
        Charset charset = Charset.forName(name);
        List<String> lines = List.of("a", "あ", "", "い".repeat(100_000), "b", "う");
        long size = sink.withCharset(charset).lines(Many.from(lines)).await();
        byte[] written = Files.readAllBytes(file);
        assertArrayEquals((String.join("\n", lines) + "\n").getBytes(charset), written);
        assertEquals(written.length, size);
    }

    @Test
    void whatIsWrittenIsWhatIsRead() throws Exception {
        Random random = new Random(1);
        List<String> lines = IntStream.range(0, 20_000)
                .mapToObj(i -> "ä€𝄞xyz".repeat(random.nextInt(i % 5_000 == 0 ? 40_000 : 12)))
                .toList();
        long size = sink.lines(Many.from(lines)).await();
        assertEquals(Files.size(file), size);
        assertEquals(lines, FileSource.of(file).lines().toList().await());
        Path copy = directory.resolve("copy");
        assertEquals(size, FileSink.of(copy).bytes(FileSource.of(file).bytes()).await());
        assertEquals(-1, Files.mismatch(file, copy));
    }

    @Test
    void piecesOfAnySizeAreWritten() throws Exception {
        Random random = new Random(2);
        byte[] content = new byte[1 << 20];
        random.nextBytes(content);
        List<ByteBuffer> pieces = new java.util.ArrayList<>();
        for (int at = 0; at < content.length; ) {
            int size = Math.min(content.length - at, random.nextInt(random.nextInt(10) == 0 ? 200_000 : 5_000));
            pieces.add(ByteBuffer.wrap(content, at, size));
            at += size;
        }
        assertEquals(content.length, sink.bytes(Many.from(pieces)).await());
        assertEquals(ByteBuffer.wrap(content), ByteBuffer.wrap(Files.readAllBytes(file)));
    }

    @Test
    void theFileStaysAsItWasUntilAllIsThere() throws Exception {
        Files.writeString(file, "old");
        TestPublisher<String> lines = TestPublisher.create();
        Cancellable writing =
                FileSink.of(file).on(Runnable::run).lines(lines.many()).subscribe(size -> {});
        lines.next("new");
        assertEquals("old", Files.readString(file));
        assertEquals(2, names().size());
        lines.complete();
        assertEquals("new\n", Files.readString(file));
        assertEquals(List.of("file"), names());
        writing.cancel();
    }

    @Test
    void aFailureLeavesTheFileAsItWas() throws Exception {
        Files.writeString(file, "old");
        IllegalStateException broken = new IllegalStateException("broken");
        Many<String> lines = Many.concat(Many.of("a"), Many.fail(() -> broken));
        assertEquals(
                broken,
                assertThrows(
                        IllegalStateException.class, () -> sink.lines(lines).await()));
        assertEquals("old", Files.readString(file));
        assertEquals(List.of("file"), names());
    }

    @Test
    void theStreamsOwnFailureGoesOnAsItIs() {
        UncheckedIOException own = new UncheckedIOException("row 17", new IOException("cut"));
        Many<String> lines = Many.concat(Many.of("a"), Many.fail(() -> own));
        assertEquals(
                own,
                assertThrows(UncheckedIOException.class, () -> sink.lines(lines).await()));
    }

    @Test
    void whatCannotBeWrittenIsTheFailureOfTheChannel() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "only Linux has it");
        FileSink writing = FileSink.of(full).appending();
        for (One<Long> written : List.of(
                writing.bytes(Many.of(ByteBuffer.allocate(100_000))),
                writing.lines(Many.of("x".repeat(100_000), "y".repeat(100_000))))) {
            Throwable failure = assertThrows(CompletionException.class, written::await);
            assertEquals(IOException.class, failure.getCause().getClass());
        }
    }

    @Test
    void whatFailsAtTheCloseIsSuppressedInWhatFailedBefore() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "only Linux has it");
        One<Long> written = FileSink.of(full).appending().lines(Many.of("x".repeat(100_000), "y".repeat(100_000)));
        Throwable failure =
                assertThrows(CompletionException.class, written::await).getCause();
        assertTrue(Stream.of(failure.getSuppressed()).anyMatch(IOException.class::isInstance), failure::toString);
    }

    /** Also where nothing was to be written any more. */
    @Test
    void anExecutorThatIsShutDownLeavesNothingBehind() throws Exception {
        for (Consumer<TestPublisher<String>> ending :
                List.<Consumer<TestPublisher<String>>>of(lines -> lines.next("b"), TestPublisher::complete)) {
            TestPublisher<String> lines = TestPublisher.create();
            AtomicBoolean down = new AtomicBoolean();
            Probe<Long> probe =
                    Probe.subscribeTo(sink.on(until(down)).lines(lines.many()).toMany());
            lines.next("a");
            assertEquals(1, names().size());
            down.set(true);
            ending.accept(lines);
            probe.assertFailed(RejectedExecutionException.class);
            assertEquals(List.of(), names());
        }
    }

    private static Executor until(AtomicBoolean down) {
        return task -> {
            if (down.get()) {
                throw new RejectedExecutionException("shut down");
            }
            task.run();
        };
    }

    @Test
    void whoeverCancelsWhereTheExecutorIsShutDownLeavesNothingBehind() throws Exception {
        AtomicBoolean down = new AtomicBoolean();
        TestPublisher<String> lines = TestPublisher.create();
        Cancellable writing = sink.on(until(down)).lines(lines.many()).subscribe(size -> {});
        lines.next("a");
        down.set(true);
        writing.cancel();
        assertEquals(List.of(), names());
    }

    @Test
    void aCancellationLeavesTheFileAsItWas() throws Exception {
        TestPublisher<String> lines = TestPublisher.create();
        Cancellable writing =
                FileSink.of(file).on(Runnable::run).lines(lines.many()).subscribe(size -> {});
        lines.next("new");
        writing.cancel();
        lines.assertCancelled();
        assertEquals(List.of(), names());
    }

    @Test
    void whatIsAppendedIsThereUpToAFailure() throws Exception {
        assertEquals(2, sink.appending().lines(Many.of("a")).await());
        Many<String> lines = Many.concat(Many.of("b"), Many.fail(() -> new IllegalStateException("broken")));
        assertThrows(
                IllegalStateException.class, () -> sink.appending().lines(lines).await());
        assertEquals(2, sink.appending().forcing().lines(Many.of("c")).await());
        assertEquals("a\nb\nc\n", Files.readString(file));
    }

    @Test
    void whatTheCharsetDoesNotHaveIsAFailure() throws Exception {
        FileSink latin = sink.withCharset(StandardCharsets.ISO_8859_1);
        assertEquals(2, latin.lines(Many.of("ä")).await());
        Throwable failure = assertThrows(
                CompletionException.class, () -> latin.lines(Many.of("€")).await());
        assertInstanceOf(UnmappableCharacterException.class, failure.getCause());
        assertEquals("ä\n", Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    @Test
    void theMarkOfACharsetIsWrittenOnce() throws Exception {
        for (String charset : List.of("UTF-16", "x-UTF-16LE-BOM", "UTF-32", "X-UTF-32BE-BOM", "UTF-8", "ISO-2022-JP")) {
            Files.deleteIfExists(file);
            FileSink appending = sink.withCharset(Charset.forName(charset)).appending();
            for (String line : List.of("a", "b", "c")) {
                var _ = appending.lines(Many.of(line)).await();
            }
            assertArrayEquals("a\nb\nc\n".getBytes(Charset.forName(charset)), Files.readAllBytes(file), charset);
        }
    }

    /** Also of one so long that it was not in memory as a whole before. */
    @ParameterizedTest
    @ValueSource(ints = {1, 50_000, 65_535, 70_000, 300_000})
    void ofALineThatFailsNothingIsAppended(int before) throws Exception {
        FileSink latin =
                sink.withCharset(StandardCharsets.ISO_8859_1).appending().on(Runnable::run);
        Many<String> lines = Many.of("ä", "x".repeat(20_000), "y".repeat(before) + "€", "z");
        assertThrows(CompletionException.class, () -> latin.lines(lines).await());
        assertEquals("ä\n" + "x".repeat(20_000) + "\n", Files.readString(file, StandardCharsets.ISO_8859_1));
        assertThrows(
                CompletionException.class,
                () -> sink.withCharset(StandardCharsets.UTF_16)
                        .appending()
                        .lines(Many.of("\uD834"))
                        .await());
        assertEquals(20_003, Files.size(file));
    }

    @Test
    void halfACharacterIsAFailure() {
        assertThrows(
                CompletionException.class, () -> sink.lines(Many.of("\uD834")).await());
    }

    @Test
    void linksAndPermissionsStay() throws Exception {
        Files.writeString(file, "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        FileSink.of(link).lines(Many.of("new")).await();
        assertEquals("new\n", Files.readString(file));
        assertEquals(Path.of(file.toString()), Files.readSymbolicLink(link));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void aLinkLeadsToItsFileAlsoIfThereIsNoneYet() throws Exception {
        Path below = Files.createDirectory(directory.resolve("below"));
        Path near = Files.createSymbolicLink(directory.resolve("near"), Path.of("file"));
        Path far = Files.createSymbolicLink(below.resolve("far"), Path.of("../near"));
        FileSink.of(far).lines(Many.of("new")).await();
        assertEquals("new\n", Files.readString(file));
        assertEquals(Path.of("file"), Files.readSymbolicLink(near));
        assertEquals(Path.of("../near"), Files.readSymbolicLink(far));
        Files.delete(file);
        FileSink.of(far).appending().lines(Many.of("more")).await();
        assertEquals("more\n", Files.readString(file));
        assertEquals(List.of("below", "file", "near"), names());
    }

    @Test
    void aLinkThatLeadsToItselfFails() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("link"));
        Throwable failure = assertThrows(
                CompletionException.class,
                () -> FileSink.of(link).lines(Many.of("a")).await());
        assertInstanceOf(FileSystemLoopException.class, failure.getCause());
        assertEquals(Path.of("link"), Files.readSymbolicLink(link));
    }

    @Test
    void whatTakesTheFilesPlaceIsItsOwnersUntilThen() throws Exception {
        Files.writeString(file, "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        TestPublisher<String> lines = TestPublisher.create();
        Cancellable writing = sink.on(Runnable::run).lines(lines.many()).subscribe(size -> {});
        lines.next("new");
        Path beside = directory.resolve(names().getFirst());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(beside)));
        Files.delete(file);
        lines.complete();
        assertEquals("new\n", Files.readString(file));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        writing.cancel();
    }

    @Test
    void theGroupStaysOrLosesWhatItMay() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "others may not give files to groups");
        Files.writeString(file, "old");
        GroupPrincipal group =
                file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName("daemon");
        Files.setAttribute(file, "posix:group", group);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r----x"));
        sink.lines(Many.of("new")).await();
        assertEquals(group, Files.getAttribute(file, "posix:group"));
        assertEquals("rw-r----x", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        FileSink refused = FileSink.of(new PlainFiles().path(file));
        refused.lines(Many.of("newer")).await();
        assertEquals("newer\n", Files.readString(file));
        assertEquals("rw------x", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    /** As where a share or a disk of another system is mounted. */
    @Test
    void whereAllFilesHaveTheSamePermissionsNobodyHasToSayThem() throws Exception {
        Files.writeString(file, "old");
        PlainFiles files = new PlainFiles();
        files.refusesPermissions();
        FileSink.of(files.path(file)).lines(Many.of("new")).await();
        assertEquals("new\n", Files.readString(file));
    }

    @Test
    void whereTheDirectoryIsNotWritableItSaysWhatToDo() throws Exception {
        Files.writeString(file, "old");
        PlainFiles files = new PlainFiles();
        files.beforeOpening(() -> {
            throw new AccessDeniedException("a file beside it");
        });
        AccessDeniedException denied = assertInstanceOf(
                AccessDeniedException.class,
                assertThrows(
                                CompletionException.class,
                                () -> FileSink.of(files.path(file))
                                        .lines(Many.of("new"))
                                        .await())
                        .getCause());
        assertEquals(file.toRealPath().toString(), denied.getFile());
        assertEquals(
                "there can't be a file beside it in " + directory.toRealPath()
                        + " until all is written: appending() to a file that is there needs none",
                denied.getReason());
    }

    /** Or it could not be read by whom it is for, if only its owner may. */
    @Test
    void theOwnerStaysIfTheWriterMaySaySo() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "others may not give files away");
        Files.writeString(file, "old");
        UserPrincipal owner =
                file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("daemon");
        Files.setOwner(file, owner);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        sink.lines(Many.of("new")).await();
        assertEquals(owner, Files.getOwner(file));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void whatCouldNotBeStoredTakesNoPlace() throws Exception {
        Files.writeString(file, "old");
        PlainFiles files = new PlainFiles();
        files.storesNothing();
        One<Long> written = FileSink.of(files.path(file)).lines(Many.of("new"));
        assertEquals(
                "no space left",
                assertThrows(CompletionException.class, written::await)
                        .getCause()
                        .getMessage());
        assertEquals("old", Files.readString(file));
        assertEquals(List.of("file"), names());
    }

    @Test
    void othersAreWrittenBetweenPieces() throws Exception {
        Queue<Runnable> tasks = new ArrayDeque<>();
        int size = 64 * 1024;
        Probe<Long> probe = Probe.subscribeTo(sink.on(tasks::add)
                .bytes(Many.range(0, 64).map(_ -> ByteBuffer.allocate(size)))
                .toMany());
        long before = 0;
        while (!tasks.isEmpty()) {
            tasks.remove().run();
            long now = names().isEmpty() ? 0 : Files.size(directory.resolve(names().getFirst()));
            assertTrue(now - before <= 1024 * 1024 + size, now - before + " bytes in one turn");
            before = now;
        }
        probe.assertItems(64L * size).assertCompleted();
    }

    @Test
    void whatIsForcedHasItsNameAfterwards() throws Exception {
        PlainFiles files = new PlainFiles();
        FileSink told = FileSink.of(files.path(file)).on(Runnable::run);
        told.lines(Many.of("a")).await();
        assertEquals(List.of("move"), files.noted());
        told.forcing().lines(Many.of("b")).await();
        assertEquals(List.of("move", "move", "force directory"), files.noted());
        files.noted().clear();
        told.appending().forcing().lines(Many.of("c")).await();
        assertEquals(List.of(), files.noted());
        Files.delete(file);
        told.appending().forcing().lines(Many.of("d")).await();
        assertEquals(List.of("force directory"), files.noted());
        assertEquals("d\n", Files.readString(file));
    }

    /** Forcing may take long. */
    @Test
    void whatIsForcedCanBeReadByItsOwnerOnlyUntilItIsThere() throws Exception {
        Files.setPosixFilePermissions(Files.createFile(file), PosixFilePermissions.fromString("rw-r-----"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        PlainFiles files = new PlainFiles();
        files.notesReaders();
        FileSink.of(files.path(file))
                .forcing()
                .on(Runnable::run)
                .lines(Many.of("a"))
                .await();
        assertEquals(List.of("force rw-------", "move", "force rwx------"), files.noted());
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void whereDirectoriesCantBeForcedTheFileIsThereAllTheSame() throws Exception {
        PlainFiles files = new PlainFiles();
        files.forcesNoDirectory();
        FileSink told = FileSink.of(files.path(file)).forcing().on(Runnable::run);
        assertEquals(2, told.lines(Many.of("a")).await());
        assertEquals(List.of("move", "refuse directory"), files.noted());
        assertEquals("a\n", Files.readString(file));
    }

    @Test
    void whereThereIsNoDirectoryItFails() {
        Throwable failure = assertThrows(
                CompletionException.class,
                () -> FileSink.of(directory.resolve("no/file"))
                        .lines(Many.of("a"))
                        .await());
        assertEquals(
                directory.resolve("no/file") + ": there is no directory " + directory.resolve("no"),
                assertInstanceOf(NoSuchFileException.class, failure.getCause()).getMessage());
    }
}
