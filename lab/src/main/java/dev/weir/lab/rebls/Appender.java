package dev.weir.lab.rebls;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** Appends numbers to a temporary file, each by a task on the common pool, unbuffered: slow on purpose. */
final class Appender implements AutoCloseable {
    private final Path file;
    private final OutputStream out;

    Appender() throws IOException {
        file = Files.createTempFile("weir-lab", ".txt");
        out = new FileOutputStream(file.toFile());
    }

    CompletableFuture<Integer> append(int number) {
        return CompletableFuture.supplyAsync(() -> write(number));
    }

    private synchronized int write(int number) {
        try {
            out.write((number + "\n").getBytes(StandardCharsets.UTF_8));
            return number;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
        Files.delete(file);
    }
}
