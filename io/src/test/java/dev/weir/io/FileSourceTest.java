package dev.weir.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.Many;
import dev.weir.testkit.Probe;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSourceTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private Path file(byte[] content) throws Exception {
        return Files.write(directory.resolve("file"), content);
    }

    private Path file(String content) throws Exception {
        return file(content.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> lines(String content) throws Exception {
        return FileSource.of(file(content)).lines().toList().await();
    }

    // ---------------------------------------------------------------- lines

    @Test
    void aLineEndsWithANewlineOrTheFile() throws Exception {
        assertEquals(List.of("a", "b"), lines("a\nb\n"));
        assertEquals(List.of("a", "b"), lines("a\nb"));
        assertEquals(List.of("a", "", "b"), lines("a\r\n\r\nb\r\n"));
        assertEquals(List.of("a\rb"), lines("a\rb\n"));
        assertEquals(List.of("", ""), lines("\n\n"));
        assertEquals(List.of(), lines(""));
    }

    @Test
    void theMarkOfUtf8IsLeftOutAtTheBeginningOnly() throws Exception {
        assertEquals(List.of("a", "\uFEFFb"), lines("\uFEFFa\n\uFEFFb\n"));
        assertEquals(List.of(""), lines("\uFEFF\n"));
        assertEquals(List.of("a", "b"), lines("\uFEFFa\nb"));
        assertEquals(List.of("é"), lines("\uFEFFé"));
    }

    @Test
    void textIsInTheCharset() throws Exception {
        Charset charset = StandardCharsets.ISO_8859_1;
        Path file = file("äö\nü".getBytes(charset));
        assertEquals(
                List.of("äö", "ü"),
                FileSource.of(file).withCharset(charset).lines().toList().await());
    }

    @Test
    void aCharsetWhoseNewlinesAreNotOneByteIsRefused() {
        FileSource source = FileSource.of(Path.of("any"));
        for (String charset : List.of("UTF-16", "UTF-16LE", "UTF-32", "ISO-2022-JP")) {
            assertThrows(IllegalArgumentException.class, () -> source.withCharset(Charset.forName(charset)));
        }
    }

    @Test
    void whatIsNotInTheCharsetIsAFailureThatSaysWhere() throws Exception {
        Path file = file(new byte[] {'a', '\n', 'b', (byte) 0xFF, '\n'});
        Throwable failure = Probe.subscribeTo(FileSource.of(file).lines())
                .awaitEnd()
                .assertFailed(MalformedLineException.class)
                .failure();
        assertTrue(failure.getMessage().startsWith("the line at byte 2 of " + file + " is not UTF-8"));
        assertEquals(List.of("\uFFFD"), lines("\uFFFD\n"));
    }

    @Test
    void theEndOfALineIsNoPartOfItsLength() throws Exception {
        for (int longest : new int[] {5, 65_535, 70_000, 200_000}) { // the second has its end in the next piece
            String line = "x".repeat(longest);
            FileSource source = FileSource.of(file(line + "\r\n" + line + "\n")).withLongestLine(longest);
            assertEquals(List.of(line, line), source.lines().toList().await());
            for (String longer : List.of(line + "y\r\n", line + "\r", line + "\ry\n")) {
                FileSource refused = FileSource.of(file(longer)).withLongestLine(longest);
                Probe.subscribeTo(refused.lines()).awaitEnd().assertFailed(LineTooLongException.class);
            }
        }
    }

    @Test
    void aMarkIsNoPartOfTheLengthOfALine() throws Exception {
        for (int longest : new int[] {1, 5, 65_533, 65_536, 70_000}) {
            String line = "x".repeat(longest);
            for (String end : List.of("", "\n", "\r", "\r\n")) {
                FileSource source = FileSource.of(file("\uFEFF" + line + end)).withLongestLine(longest);
                Probe<String> probe = Probe.subscribeTo(source.lines()).awaitEnd();
                if (end.equals("\r")) {
                    probe.assertFailed(LineTooLongException.class);
                } else {
                    assertEquals(List.of(line), probe.items());
                }
                Probe.subscribeTo(FileSource.of(file("\uFEFFy" + line + end))
                                .withLongestLine(longest)
                                .lines())
                        .awaitEnd()
                        .assertFailed(LineTooLongException.class);
            }
        }
    }

    @Test
    void aLineThatIsTooLongIsAFailure() throws Exception {
        for (String end : List.of("", "\n", "\nb\n")) {
            FileSource source = FileSource.of(file("ok\n" + "a".repeat(100_000) + end));
            Probe<String> probe = Probe.subscribeTo(
                            source.withLongestLine(99_999).lines())
                    .awaitEnd()
                    .assertFailed(LineTooLongException.class);
            assertTrue(probe.failure().getMessage().startsWith("the line at byte 3 of "));
            assertEquals(
                    100_000,
                    source.withLongestLine(100_000)
                            .lines()
                            .toList()
                            .await()
                            .get(1)
                            .length());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void linesAreThoseOfTheTextWhereverPiecesEnd(int seed) throws Exception {
        Random random = new Random(seed);
        String content = IntStream.range(0, 3_000)
                .mapToObj(i -> "ä€𝄞xyz".repeat(random.nextInt(random.nextInt(100) == 0 ? 3_000 : 8)))
                .collect(Collectors.joining("\n"));
        List<String> expected = new ArrayList<>(List.of(content.split("\n", -1)));
        if (expected.getLast().isEmpty()) {
            expected.removeLast();
        }
        FileSource source = FileSource.of(file(content));
        assertEquals(expected, source.lines().toList().await());

        List<Line> placed = source.linesWithOffsets().toList().await();
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        long offset = 0;
        for (Line line : placed) {
            assertEquals(offset, line.offset());
            int length = (int) (line.next() - line.offset());
            assertEquals(
                    line.text(),
                    new String(bytes, (int) line.offset(), length, StandardCharsets.UTF_8).replace("\n", ""));
            offset = line.next();
        }
        assertEquals(bytes.length, offset);
        Line some = placed.get(random.nextInt(placed.size() - 1));
        assertEquals(
                expected.subList(placed.indexOf(some) + 1, expected.size()),
                source.from(some.next()).lines().toList().await());
    }

    // ---------------------------------------------------------------- bytes

    @Test
    void bytesAreThoseOfTheFileInPiecesOfTheReader() throws Exception {
        byte[] content = new byte[200_000];
        new Random(1).nextBytes(content);
        FileSource source = FileSource.of(file(content));
        for (int from : new int[] {0, 1, 150_000, 200_000}) {
            List<ByteBuffer> pieces = source.from(from).bytes().toList().await();
            ByteBuffer all = ByteBuffer.allocate(content.length);
            pieces.forEach(piece -> {
                assertTrue(piece.remaining() <= 64 * 1024);
                all.put(piece);
            });
            assertEquals(ByteBuffer.wrap(content, from, content.length - from), all.flip());
        }
    }

    @Test
    void whatCannotBeReadFails() throws Exception {
        Path file = file("abc");
        Probe.subscribeTo(FileSource.of(file).from(4).bytes()).awaitEnd().assertFailed(EOFException.class);
        Probe.subscribeTo(FileSource.of(directory.resolve("none")).lines())
                .awaitEnd()
                .assertFailed(NoSuchFileException.class);
        assertThrows(
                CompletionException.class,
                () -> FileSource.of(directory).lines().toList().await());
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        FileSource source = FileSource.of(directory);
        assertThrows(IllegalArgumentException.class, () -> source.withLongestLine(0));
        assertThrows(IllegalArgumentException.class, () -> source.from(-1));
        assertThrows(NullPointerException.class, () -> FileSource.of(null));
    }

    // ---------------------------------------------------------------- demand

    private final Queue<Runnable> tasks = new ArrayDeque<>();

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void nothingIsReadBeforeItIsAskedForAndNoMoreThanIsAskedFor() throws Exception {
        Path file = file(new byte[1 << 20]);
        Probe<ByteBuffer> probe =
                Probe.subscribeTo(FileSource.of(file).on(tasks::add).bytes(), 0);
        assertEquals(0, tasks.size());
        probe.request(3);
        runTasks();
        probe.assertItemCount(3).assertNotEnded();
        assertEquals(1, open(file));
        probe.request(100);
        runTasks();
        probe.assertItemCount(16).assertCompleted();
        assertEquals(0, open(file));
    }

    @Test
    void aCancelledReaderClosesTheFile() throws Exception {
        Path file = file(new byte[1 << 20]);
        Probe<ByteBuffer> probe =
                Probe.subscribeTo(FileSource.of(file).on(tasks::add).bytes(), 1);
        runTasks();
        assertEquals(1, open(file));
        probe.cancel();
        runTasks();
        assertEquals(0, open(file));
        probe.assertItemCount(1).assertNotEnded();
    }

    @Test
    void othersAreReadInBetween() throws Exception {
        Path file = file(new byte[4 << 20]);
        Probe<ByteBuffer> one =
                Probe.subscribeTo(FileSource.of(file).on(tasks::add).bytes());
        Probe<ByteBuffer> other =
                Probe.subscribeTo(FileSource.of(file).on(tasks::add).bytes());
        tasks.remove().run();
        tasks.remove().run();
        one.assertItemCount(16).assertNotEnded();
        other.assertItemCount(16).assertNotEnded();
        runTasks();
        one.assertItemCount(64).assertCompleted();
        other.assertItemCount(64).assertCompleted();
    }

    @Test
    void anExecutorThatRejectsIsTheFailure() throws Exception {
        Path file = file("a\n");
        Many<String> lines = FileSource.of(file)
                .on(task -> {
                    throw new RejectedExecutionException("full");
                })
                .lines();
        Probe.subscribeTo(lines).assertFailed(RejectedExecutionException.class);
    }

    @Test
    void eachSubscriptionReadsAgain() throws Exception {
        Path file = file("a\n");
        Many<String> lines = FileSource.of(file).lines();
        assertEquals(List.of("a"), lines.toList().await());
        Files.writeString(file, "b\nc\n");
        assertEquals(List.of("b", "c"), lines.toList().await());
    }

    @Test
    void anotherThreadMayAskWhileItReads() throws Exception {
        Path file = file(IntStream.range(0, 50_000).mapToObj(i -> i + "\n").collect(Collectors.joining()));
        try (var items = FileSource.of(file).lines().iterate()) {
            int expected = 0;
            for (String line : items) {
                assertEquals(String.valueOf(expected++), line);
            }
            assertEquals(50_000, expected);
        }
    }

    /** How often this process has the file open. */
    private static long open(Path file) throws Exception {
        Path handles = Path.of("/proc/self/fd");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(handles), "only Linux tells");
        long count = 0;
        try (var all = Files.newDirectoryStream(handles)) {
            for (Path handle : all) {
                if (Files.isSymbolicLink(handle)
                        && Files.readSymbolicLink(handle).equals(file.toRealPath())) {
                    count++;
                }
            }
        }
        return count;
    }

    // ---------------------------------------------------------------- what is no file

    @Test
    void aPipeIsReadToItsEnd() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        FileSource source = FileSource.of(pipe);
        String text = IntStream.range(0, 1_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
        Thread writing = write(pipe, text);
        assertEquals(
                text.lines().toList(), source.lines().timeout(GENEROUS).toList().await());
        writing.join();

        writing = write(pipe, text);
        StringBuilder read = new StringBuilder();
        source.bytes()
                .timeout(GENEROUS)
                .forEach(piece -> read.append(StandardCharsets.UTF_8.decode(piece)))
                .await();
        assertEquals(text, read.toString());
        writing.join();
    }

    @Test
    void aPipeIsFollowed() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Thread writing = write(pipe, "a\nb\n");
        assertEquals(
                List.of(new Line("a", 0, 2), new Line("b", 2, 4)),
                FileSource.of(pipe).follow().take(2).timeout(GENEROUS).toList().await());
        writing.join();
    }

    /** On a thread, since whoever opens a pipe waits for the other side. */
    private static Thread write(Path pipe, String text) {
        return Thread.ofPlatform().start(() -> {
            try {
                Files.writeString(pipe, text, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
