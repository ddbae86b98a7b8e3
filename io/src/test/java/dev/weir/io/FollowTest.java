package dev.weir.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FollowTest {
    private static final Duration PAUSE = Duration.ofMillis(100);

    @TempDir
    private Path directory;

    private final VirtualTime time = new VirtualTime();
    private Path log;
    private FileSource source;

    @BeforeEach
    void open() {
        log = directory.resolve("log");
        source = FileSource.of(log).on(Runnable::run);
    }

    private void append(String text) throws Exception {
        Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Probe<String> following() {
        return Probe.subscribeTo(source.follow().map(Line::text), time);
    }

    private void wait(int pauses) {
        time.advance(PAUSE.multipliedBy(pauses));
    }

    @Test
    void whatIsAppendedFollows() throws Exception {
        append("a\nb\n");
        Probe<String> probe = following();
        probe.assertItems("a", "b");
        append("c\n");
        wait(1);
        probe.assertItems("a", "b", "c").assertNotEnded();
        probe.cancel();
        assertFalse(time.advanceToNext(), "a timer is left");
    }

    @Test
    void aLineWaitsForItsEnd() throws Exception {
        append("a\nbe");
        Probe<String> probe = following();
        probe.assertItems("a");
        append("ginn");
        wait(3);
        probe.assertItems("a");
        append("ing\n");
        wait(1);
        probe.assertItems("a", "beginning");
    }

    @Test
    void theOldFileIsReadToItsEndBeforeTheNew() throws Exception {
        append("a\n");
        Probe<String> probe = following();
        append("b\nlast");
        Files.move(log, directory.resolve("log.1"));
        append("c\n");
        wait(1);
        probe.assertItems("a", "b", "last", "c");
    }

    @Test
    void aFileThatIsMovedIsFollowedUntilThereIsAnother() throws Exception {
        append("a\n");
        Probe<String> probe = following();
        Path old = directory.resolve("log.1");
        Files.move(log, old);
        wait(2);
        Files.writeString(old, "b\n", StandardOpenOption.APPEND);
        wait(1);
        probe.assertItems("a", "b");
        append("c\n");
        wait(1);
        probe.assertItems("a", "b", "c");
    }

    @Test
    void aFileThatIsCutIsReadFromItsBeginning() throws Exception {
        append("a\nbbbbb\nbegun");
        Probe<String> probe = following();
        Files.writeString(log, "c\n");
        wait(1);
        probe.assertItems("a", "bbbbb", "c");
    }

    @Test
    void aFileThatIsCutAndGoesIsAwaited() throws Exception {
        append("a\nbegun");
        Probe<String> probe = following();
        Files.writeString(log, "");
        Files.delete(log);
        wait(2);
        probe.assertItems("a").assertNotEnded();
        append("b\n");
        wait(1);
        probe.assertItems("a", "b");
        probe.cancel();
        assertFalse(time.advanceToNext(), "a timer is left");
    }

    @Test
    void whatIsWrittenAfterACutIsReadThoughTheFileIsMovedThen() throws Exception {
        append("a\nbbbbb\nbegun");
        Probe<Line> probe = Probe.subscribeTo(source.follow(), time);
        Files.writeString(log, "c\n");
        Files.move(log, directory.resolve("log.1"));
        append("d\n");
        wait(1);
        assertEquals(
                List.of(new Line("c", 0, 2), new Line("d", 0, 2)),
                probe.items().subList(2, probe.items().size()));
    }

    @Test
    void whatIsWrittenAfterACutIsReadThoughTheFileIsRemovedThen() throws Exception {
        append("a\nbbbbb\n");
        Probe<String> probe = following();
        Files.writeString(log, "c\n");
        Files.delete(log);
        wait(1);
        probe.assertItems("a", "bbbbb", "c").assertNotEnded();
        append("d\n");
        wait(1);
        probe.assertItems("a", "bbbbb", "c", "d");
    }

    /** There it seems made anew with each change. */
    @Test
    void whereNobodyKnowsWhenAFileWasMadeItIsFollowedAllTheSame() throws Exception {
        append("a\n");
        touch(1);
        Path plain = new PlainFiles().path(log);
        Probe<String> probe = Probe.subscribeTo(
                FileSource.of(plain).on(Runnable::run).follow().map(Line::text), time);
        append("b\n");
        touch(2);
        wait(2);
        probe.assertItems("a", "b");
        Files.move(log, directory.resolve("log.1"));
        append("c\n");
        wait(1);
        probe.assertItems("a", "b", "c");
    }

    /** As macOS sets it when a file is given an earlier time. */
    @Test
    void aFileWhoseTimeOfMakingIsSetIsTheSame() throws Exception {
        append("a\n");
        touch(1);
        PlainFiles files = new PlainFiles();
        files.setsTimes();
        Probe<String> probe = Probe.subscribeTo(
                FileSource.of(files.path(log)).on(Runnable::run).follow().map(Line::text), time);
        append("b\n");
        touch(2);
        wait(2);
        probe.assertItems("a", "b");
    }

    @Test
    void aFileThatIsReplacedWhileItIsOpenedIsReadOnce() throws Exception {
        append("a\n");
        PlainFiles files = new PlainFiles();
        files.beforeOpening(() -> {
            Files.move(log, log.resolveSibling("log.1"));
            append("b\n");
            return null;
        });
        Probe<String> probe = Probe.subscribeTo(
                FileSource.of(files.path(log)).on(Runnable::run).follow().map(Line::text), time);
        wait(2);
        probe.assertItems("b").assertNotEnded();
        probe.cancel();
    }

    @Test
    void aFileMayBeCutWhileItIsOpened() throws Exception {
        append("a\n");
        PlainFiles files = new PlainFiles();
        files.beforeOpening(() -> Files.writeString(log, ""));
        Probe<String> probe = Probe.subscribeTo(
                FileSource.of(files.path(log)).on(Runnable::run).tail().map(Line::text), time);
        append("b\n");
        wait(2);
        probe.assertItems("b").assertNotEnded();
        probe.cancel();
    }

    /** As logrotate has it: a file is its maker's, until that says whose it is. */
    @Test
    void aNewFileMayBeReadLater() throws Exception {
        append("a\n");
        PlainFiles files = new PlainFiles();
        Probe<String> probe = Probe.subscribeTo(
                FileSource.of(files.path(log)).on(Runnable::run).follow().map(Line::text), time);
        Files.move(log, directory.resolve("log.1"));
        append("b\n");
        files.beforeOpening(FollowTest::deny);
        wait(1);
        probe.assertItems("a").assertNotEnded();
        wait(1);
        probe.assertItems("a", "b").assertNotEnded();
        probe.cancel();
        assertFalse(time.advanceToNext(), "a timer is left");
    }

    /** Whoever opened it would wait for one who writes, and hold a thread. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aPipeInItsPlaceIsNotOpened() throws Exception {
        append("a\n");
        Probe<String> probe = following();
        Files.move(log, directory.resolve("log.1"));
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", log.toString()).inheritIO().start().waitFor());
        wait(2);
        probe.assertItems("a").assertNotEnded();
        Files.delete(log);
        append("b\n");
        wait(1);
        probe.assertItems("a", "b");
    }

    @Test
    void theFirstFileMayComeAndBeReadLater() throws Exception {
        PlainFiles files = new PlainFiles();
        Probe<String> probe = Probe.subscribeTo(
                FileSource.of(files.path(log)).on(Runnable::run).follow().map(Line::text), time);
        append("a\n");
        files.beforeOpening(FollowTest::deny);
        wait(1);
        probe.assertItems().assertNotEnded();
        wait(1);
        probe.assertItems("a").assertNotEnded();
        probe.cancel();
    }

    @Test
    void whatIsThereAndCannotBeReadFails() throws Exception {
        append("a\n");
        PlainFiles files = new PlainFiles();
        files.beforeOpening(FollowTest::deny);
        Probe.subscribeTo(FileSource.of(files.path(log)).on(Runnable::run).follow(), time)
                .assertFailed(failure -> failure instanceof AccessDeniedException);
    }

    private static Object deny() throws AccessDeniedException {
        throw new AccessDeniedException("log");
    }

    private void touch(int minute) throws Exception {
        Files.setLastModifiedTime(log, FileTime.from(Instant.EPOCH.plus(Duration.ofMinutes(minute))));
    }

    @Test
    void aFileMayComeLater() throws Exception {
        Probe<String> probe = following();
        wait(5);
        probe.assertNotEnded();
        append("a\n");
        wait(1);
        probe.assertItems("a");
        Files.delete(log);
        wait(1);
        append("b\n");
        wait(1);
        probe.assertItems("a", "b");
    }

    @Test
    void tailBeginsAtTheEnd() throws Exception {
        append("old\n");
        Probe<String> probe = Probe.subscribeTo(source.tail().map(Line::text), time);
        append("new\n");
        wait(1);
        probe.assertItems("new");
    }

    /** Half a line is none, nor half a character. */
    @Test
    void tailLeavesOutALineThatHasBegun() throws Exception {
        Files.write(log, new byte[] {'h', (byte) 0xC3});
        Probe<Line> probe = Probe.subscribeTo(source.withLongestLine(10).tail(), time);
        Files.write(log, new byte[] {(byte) 0xA9, 'l', 'l'}, StandardOpenOption.APPEND);
        wait(1);
        append("o".repeat(101) + "\nnew\n");
        wait(1);
        probe.assertItems(new Line("new", 107, 111)).assertNotEnded();
    }

    @Test
    void tailHasAllOfTheFileThatComesWhileALineIsLeftOut() throws Exception {
        for (boolean cut : List.of(true, false)) {
            Files.writeString(log, "old");
            Probe<String> probe = Probe.subscribeTo(source.tail().map(Line::text), time);
            append(" one");
            wait(1);
            if (cut) {
                Files.writeString(log, "b\n");
            } else {
                Files.move(log, directory.resolve("log.1"));
                append("b\n");
            }
            wait(1);
            probe.assertItems("b").assertNotEnded();
            probe.cancel();
        }
    }

    @Test
    void tailOfAFileThatComesLaterBeginsAtItsBeginning() throws Exception {
        Probe<String> probe = Probe.subscribeTo(source.tail().map(Line::text), time);
        append("new\n");
        wait(1);
        probe.assertItems("new");
    }

    @Test
    void offsetsLeadBackToTheSamePlace() throws Exception {
        append("ä\nb\n");
        Probe<Line> probe = Probe.subscribeTo(source.follow(), time);
        assertEquals(new Line("ä", 0, 3), probe.items().get(0));
        probe.cancel();
        Probe<Line> again = Probe.subscribeTo(source.from(3).follow(), time);
        again.assertItems(new Line("b", 3, 5));
        Files.writeString(log, "x\n", StandardCharsets.UTF_8);
        Probe.subscribeTo(source.from(3).follow(), time).assertItems(new Line("x", 0, 2));
    }

    @Test
    void nobodyLooksWhileNobodyAsks() throws Exception {
        append("a\n");
        Probe<Line> probe =
                Probe.subscribeTo(source.follow(), dev.weir.Context.empty().withClock(time), 1);
        probe.assertItemCount(1);
        assertFalse(time.advanceToNext(), "a timer runs");
        append("b\n");
        probe.request(1);
        probe.assertItemCount(2);
    }

    @Test
    void aPauseHasToBeOne() {
        assertThrows(IllegalArgumentException.class, () -> source.follow(Duration.ZERO));
    }
}
