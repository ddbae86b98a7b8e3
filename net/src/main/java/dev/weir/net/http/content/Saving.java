package dev.weir.net.http.content;

import dev.weir.Ending;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Writes a body to a new file, on a virtual thread; what was written is deleted if that fails or is cancelled. */
public final class Saving {
    private final Path file;
    private final Many<ByteBuffer> body;
    private volatile @Nullable Items<ByteBuffer> reading;
    private volatile boolean cancelled;

    private Saving(Path file, Many<ByteBuffer> body) {
        this.file = file;
        this.body = body;
    }

    /** Gives the number of bytes. */
    public static One<Long> to(Path file, Many<ByteBuffer> body) {
        return One.deferContextual(context -> {
            Saving saving = new Saving(file, body.withContext(_ -> context));
            return One.blocking(saving::run).doFinally(saving::end);
        });
    }

    private long run() throws IOException {
        try {
            return write(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException failure) {
            checkWanted();
            throw named(failure);
        } catch (RuntimeException failure) {
            checkWanted();
            throw failure;
        }
    }

    private void checkWanted() {
        if (cancelled) {
            throw new CancellationException(file + " is not wanted any more");
        }
    }

    /** That the disk is full, for example, does not name the file; what is wrong with a name does. */
    private IOException named(IOException failure) {
        if (failure instanceof FileAlreadyExistsException) {
            String reason = "is there already, and stays as it is: save under another name, or delete it first";
            return new FileAlreadyExistsException(file.toString(), null, reason);
        }
        if (failure instanceof NoSuchFileException) {
            String reason = "can't be saved: there is no directory "
                    + file.toAbsolutePath().getParent();
            return new NoSuchFileException(file.toString(), null, reason);
        }
        return failure instanceof FileSystemException
                ? failure
                : new IOException(
                        file + " can't be saved: "
                                + Objects.requireNonNullElseGet(failure.getMessage(), failure::toString),
                        failure);
    }

    /** Deletes what fails once it is closed, which may be what fails. */
    private long write(FileChannel opened) throws IOException {
        try (FileChannel out = opened;
                Items<ByteBuffer> pieces = body.iterate()) {
            reading = pieces;
            long count = cancelled ? 0 : write(pieces, out);
            if (cancelled) {
                throw new CancellationException();
            }
            return count;
        } catch (Throwable failure) {
            Files.deleteIfExists(file);
            throw failure;
        }
    }

    private static long write(Items<ByteBuffer> pieces, FileChannel out) throws IOException {
        long count = 0;
        for (ByteBuffer piece : pieces) {
            while (piece.hasRemaining()) {
                count += out.write(piece);
            }
        }
        return count;
    }

    /** Nobody waits for it: what it reads is about to end, too. */
    private void end(Ending ending) {
        if (ending == Ending.CANCELLED) {
            cancelled = true;
            Items<ByteBuffer> pieces = reading;
            if (pieces != null) {
                pieces.close();
            }
        }
    }
}
