package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.io.FileSink;
import dev.weir.io.FileSource;
import dev.weir.io.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {
    @TempDir
    private Path directory;

    @Test
    void lines() throws Exception {
        Path log = Files.write(directory.resolve("log"), List.of("GET /a 200", "GET /b 404", "GET /c 404"));
        // tag::lines
        Map<String, Long> byStatus = FileSource.of(log)
                .lines()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .collect(Collectors.groupingBy(status -> status, Collectors.counting()))
                .await();
        // end::lines
        assertEquals(Map.of("200", 1L, "404", 2L), byStatus);
    }

    @Test
    void someOf() throws Exception {
        Path log = Files.write(directory.resolve("log"), List.of("a", "b", "c"));
        // tag::offsets
        Line last = FileSource.of(log).linesWithOffsets().skip(1).first().await();

        List<String> rest =
                FileSource.of(log).from(last.next()).lines().toList().await(); // after a restart
        // end::offsets
        assertEquals(List.of("c"), rest);
    }

    @Test
    void following() throws Exception {
        Path log = Files.write(directory.resolve("log"), List.of("started", "ERROR no disk"));
        BlockingQueue<String> errors = new LinkedBlockingQueue<>();
        // tag::follow
        Cancellable watching = FileSource.of(log)
                .follow() // tail() has only what comes from now on
                .filter(line -> line.text().startsWith("ERROR"))
                .subscribe(line -> errors.add(line.text()));
        // end::follow
        assertEquals("ERROR no disk", errors.take());
        watching.cancel();
    }

    @Test
    void writing() throws Exception {
        Path from = Files.write(directory.resolve("names"), List.of("b", "a"));
        Path to = directory.resolve("upper");
        // tag::write
        One<Long> size = FileSink.of(to).lines(FileSource.of(from).lines().map(String::toUpperCase));

        long bytes = size.await();
        // end::write
        assertEquals(4, bytes);
        assertEquals("B\nA\n", Files.readString(to));
    }

    @Test
    void appending() throws Exception {
        Path to = directory.resolve("journal");
        Many<String> entries = Many.of("one", "two");
        // tag::append
        FileSink journal = FileSink.of(to).appending().forcing(); // the disk has it when the value is there

        journal.lines(entries).await();
        // end::append
        assertEquals("one\ntwo\n", Files.readString(to));
        assertTrue(journal.appends());
    }
}
