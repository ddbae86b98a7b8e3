package dev.weir.io;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file that a stream is written to; how is said before.
 *
 * <p>Unless it {@link #appending() appends}, what is written takes the place of the file as a whole, when the stream has
 * completed: it is written beside it, and moved then. A failure, or a cancellation, leaves the file as it was. Who appends
 * has the items up to a failure in the file, and nothing of the line that can't be encoded. The file has the permissions of
 * the one before, and its group; those of the group are left out where whoever writes may not give it to that. It has the
 * owner, too, where whoever writes may give files away. What else is told about who may read it, such as in an access control
 * list, is not kept.
 *
 * <p>What is no file, such as a device or a pipe, is written to as it is.
 *
 * <p>Of items that wait to be written there are at most 256 lines, or 16 pieces of bytes. What can't be written fails with the
 * {@link java.io.IOException} of {@link java.nio.channels.FileChannel}.
 *
 * @param path whose file; of a symbolic link, the file that it leads to
 * @param charset of the text, UTF-8 unless told otherwise; what it doesn't have is a
 *     {@link java.nio.charset.UnmappableCharacterException}
 * @param appends whether the file stays, and more is added
 * @param forces whether the value waits until the disk has it all: a crash of the machine loses nothing then, nor
 *     the file's name, where the system lets directories be forced; where that fails, the file is in place, and the
 *     value comes all the same
 * @param executor who writes: a few threads of this module's own unless told otherwise
 */
@CheckReturnValue
public record FileSink(Path path, Charset charset, boolean appends, boolean forces, Executor executor) {
    private static final int PIECES_WAITING = 16;

    public FileSink {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(executor, "executor");
        if (!charset.canEncode()) {
            throw new IllegalArgumentException(charset + " can only be read: nothing can be written in it");
        }
    }

    /** Takes the file's place, as UTF-8 where text is given. */
    public static FileSink of(Path path) {
        return new FileSink(path, StandardCharsets.UTF_8, false, false, FileThreads.SHARED);
    }

    public FileSink withCharset(Charset other) {
        return new FileSink(path, other, appends, forces, executor);
    }

    /** Adds to the file, which is made if there is none. */
    public FileSink appending() {
        return new FileSink(path, charset, true, forces, executor);
    }

    /** Waits until the disk has it all. */
    public FileSink forcing() {
        return new FileSink(path, charset, appends, true, executor);
    }

    /** Writes on other threads. They wait for the disk, also virtual ones with their carriers. */
    public FileSink on(Executor other) {
        return new FileSink(path, charset, appends, forces, other);
    }

    /** Writes the bytes, from each buffer's position to its limit; gives their number. */
    public One<Long> bytes(Many<ByteBuffer> bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return written(target -> inTurns(bytes.publishOn(executor, PIECES_WAITING), target, target::write));
    }

    /** Writes the lines, each with {@code \n} behind it; gives the number of bytes. */
    public One<Long> lines(Many<? extends CharSequence> lines) {
        Objects.requireNonNull(lines, "lines");
        return written(target -> inTurns(lines.publishOn(executor), target, target::writeLine));
    }

    /** Writes the items; from time to time the executor's other tasks come first, however fast the items come. */
    private <T> One<@Nullable Void> inTurns(Many<T> items, Target target, Consumer<? super T> write) {
        One<Boolean> others = One.of(true).publishOn(executor);
        return items.<Boolean>mapNotNull(item -> {
                    write.accept(item);
                    return target.turnIsOver() ? true : null;
                })
                .delayUntil(_ -> others)
                .forEach(_ -> {});
    }

    private One<Long> written(Function<Target, One<@Nullable Void>> writing) {
        return One.using(
                One.call(() -> Target.open(this)).subscribeOn(executor),
                target -> writing.apply(target)
                        .then(One.call(target::commit).subscribeOn(executor))
                        .onErrorResume(Target.Unwritten.class, unwritten -> One.fail(unwritten::getCause)),
                this::closed);
    }

    /** Also where nothing is run any more: then whoever finds that closes it. */
    private One<Void> closed(Target target) {
        One<Void> closing = One.call(() -> {
            target.close();
            return null;
        });
        return closing.subscribeOn(executor)
                .onErrorResume(failure -> target.isClosed() ? One.fail(() -> failure) : closing);
    }
}
