package dev.weir.net.http.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavingTest {
    @TempDir
    private Path folder;

    @Test
    void aMissingFolderIsNamed() {
        Path file = folder.resolve("missing").resolve("file");
        Throwable failure = failure(file, Many.of(ByteBuffer.allocate(1)));
        assertInstanceOf(NoSuchFileException.class, failure);
        assertEquals(
                file + ": can't be saved: there is no directory " + folder.resolve("missing"), failure.getMessage());
    }

    /** What waits is in no account. */
    @Test
    void littleOfABodyWaitsForADisk() throws Exception {
        CompletableFuture<Long> asked = new CompletableFuture<>();
        Flow.Publisher<ByteBuffer> body = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                asked.complete(n);
            }

            @Override
            public void cancel() {}
        });
        Cancellable saving = Saving.to(folder.resolve("file"), Many.from(body)).subscribe(_ -> {}, _ -> {});
        assertTrue(asked.get(1, TimeUnit.MINUTES) <= 16);
        saving.cancel();
    }

    @Test
    void aBufferIsWhoeversItWas() {
        ByteBuffer piece = ByteBuffer.wrap(new byte[] {1, 2, 3});
        assertEquals(3L, Saving.to(folder.resolve("file"), Many.of(piece)).await());
        assertEquals(3, piece.remaining());
    }

    @Test
    void aFileThatIsThereIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Throwable failure = failure(file, Many.of(ByteBuffer.allocate(1)));
        assertInstanceOf(FileAlreadyExistsException.class, failure);
        assertEquals(
                file + ": is there already, and stays as it is: save under another name, or delete it first",
                failure.getMessage());
    }

    /** An interrupt makes writing fail, as a full disk would. */
    @Test
    void aFileThatCannotBeWrittenIsNamedAndDeleted() {
        Path file = folder.resolve("file");
        Throwable failure = failure(
                file,
                Many.of(ByteBuffer.allocate(1))
                        .doOnNext(piece -> Thread.currentThread().interrupt()));
        assertTrue(failure.getMessage().startsWith(file + " can't be saved: "), failure::toString);
        assertInstanceOf(IOException.class, failure.getCause());
        assertFalse(Files.exists(file));
    }

    /** It is cancelled as the body ends, after the last look at that. */
    @Test
    void aFileThatNobodyWantsAtItsEndIsDeleted() throws Exception {
        Path file = folder.resolve("file");
        CompletableFuture<Cancellable> saving = new CompletableFuture<>();
        CompletableFuture<Boolean> there = new CompletableFuture<>();
        Flow.Publisher<ByteBuffer> body = subscriber -> {
            Many.<ByteBuffer>empty().subscribe(subscriber);
            there.complete(Files.exists(file));
            saving.join().cancel();
        };
        saving.complete(Saving.to(file, Many.from(body)).subscribe(_ -> {}, _ -> {}));
        assertTrue(there.get(1, TimeUnit.MINUTES));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (Files.exists(file)) {
            assertTrue(System.nanoTime() < deadline, "it stays");
            Thread.onSpinWait();
        }
    }

    /** Its file system is closed under it: deleting is no I/O that fails. */
    @Test
    void whatCanNotBeDeletedEndsAllTheSame() throws Exception {
        FileSystem zip = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"));
        Flow.Publisher<ByteBuffer> body = subscriber -> Many.<ByteBuffer>fail(() -> {
                    try {
                        zip.close();
                    } catch (IOException broken) {
                        throw new UncheckedIOException(broken);
                    }
                    return new IllegalStateException("planned");
                })
                .subscribe(subscriber);
        One<Long> saved = Saving.to(zip.getPath("/file"), Many.from(body));
        Duration patience = Duration.ofMinutes(1);
        assertEquals(
                "planned",
                assertThrows(IllegalStateException.class, () -> saved.await(patience))
                        .getMessage());
    }

    private static Throwable failure(Path file, Many<ByteBuffer> body) {
        return assertThrows(CompletionException.class, Saving.to(file, body)::await)
                .getCause();
    }
}
