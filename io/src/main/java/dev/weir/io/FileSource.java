package dev.weir.io;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.io.disk.Reading;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * A file that is read as a stream, by pieces of 64 KiB; how it is read is said before. Each subscription opens the file when the
 * first item is asked for, reads as far as it is asked to, and closes it at the end, at a failure, and when it is cancelled.
 *
 * <p>Items come on a thread that reads files, or on the thread that asks for them if they are in memory already. What
 * blocks or computes for long goes behind a {@code publishOn} or into a {@code mapBlocking}: the threads that read files are few.
 *
 * <p>What is no file, such as a device or a pipe, is read as it is. A pipe that is silent holds the thread that reads it, and a
 * cancellation waits for its next bytes, or its end: give it a thread of its own by {@link #on}.
 *
 * <p>What can't be opened or read fails with the {@link java.io.IOException} of {@link java.nio.channels.FileChannel}.
 *
 * @param path whose file
 * @param charset of the text, UTF-8 unless told otherwise; one in which a line ends with the byte 10, and no other character
 *     has that byte
 * @param longestLine in bytes, 1 MiB unless told otherwise; a longer one is a {@link LineTooLongException}
 * @param offset where to begin, in bytes
 * @param executor who reads: a few threads of this module's own unless told otherwise
 */
@CheckReturnValue
public record FileSource(Path path, Charset charset, int longestLine, long offset, Executor executor) {
    private static final int LONGEST_LINE = 1 << 20;
    private static final Duration PAUSE = Duration.ofMillis(100);

    public FileSource {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(executor, "executor");
        if (longestLine <= 0) {
            throw new IllegalArgumentException("longestLine must be positive, not " + longestLine);
        }
        if (offset < 0) {
            throw new IllegalArgumentException("the offset must not be negative: " + offset);
        }
        if (!isLinewise(charset)) {
            throw new IllegalArgumentException(
                    "lines of " + charset + " don't end with the byte 10: read bytes() and decode them");
        }
    }

    private static boolean isLinewise(Charset charset) {
        return charset.canEncode()
                && "\n".equals(new String(new byte[] {'\n'}, charset))
                && "a\n".getBytes(charset).length == 2
                && !charset.name().startsWith("ISO-2022");
    }

    /** The whole file, as UTF-8 where text is asked for. */
    public static FileSource of(Path path) {
        return new FileSource(path, StandardCharsets.UTF_8, LONGEST_LINE, 0, FileThreads.SHARED);
    }

    public FileSource withCharset(Charset other) {
        return new FileSource(path, other, longestLine, offset, executor);
    }

    public FileSource withLongestLine(int bytes) {
        return new FileSource(path, charset, bytes, offset, executor);
    }

    /** Reads from that byte on; a file that is shorter is an {@link java.io.EOFException}. */
    public FileSource from(long newOffset) {
        return new FileSource(path, charset, longestLine, newOffset, executor);
    }

    /** Reads on other threads. They wait for the disk, also virtual ones with their carriers. */
    public FileSource on(Executor other) {
        return new FileSource(path, charset, longestLine, offset, other);
    }

    /** The bytes, up to 64 KiB in each item, which belongs to whoever gets it. */
    public Many<ByteBuffer> bytes() {
        return Reading.toTheEnd(() -> new BytePieces(OpenFile.at(path, offset)), executor);
    }

    /**
     * The lines, without their ends, which are {@code \n} or {@code \r\n}. The last needs none. A byte order mark of UTF-8
     * is left out. A line that is not in the charset is a {@link MalformedLineException}.
     */
    public Many<String> lines() {
        return pieces().flatMapIterable(Lines::texts);
    }

    /** As {@link #lines()}, each with its place, from which one can go on after a restart. */
    public Many<Line> linesWithOffsets() {
        return pieces().flatMapIterable(Lines::lines);
    }

    private Many<Lines> pieces() {
        return Reading.toTheEnd(() -> new LinePieces(this, OpenFile.at(path, offset)), executor);
    }

    /**
     * The lines from the offset on, and then those that are appended, as {@code tail -F} has it: also when the file is cut, which
     * is read again from its beginning, and when another takes its place, once the old one is read to its end; and if there
     * is no file yet, or it is shorter than the offset. One that comes later need not be readable at once. A line without
     * an end waits for the rest. Never completes.
     *
     * @param pause how long to wait where there is nothing new; while nobody asks, nobody looks
     */
    public Many<Line> follow(Duration pause) {
        return following(false, pause);
    }

    /** As {@link #follow(Duration)}, looking each 100 ms. */
    public Many<Line> follow() {
        return following(false, PAUSE);
    }

    /** As {@link #follow()}, but only what is appended from the first request on, from the next line on if one has begun. */
    public Many<Line> tail() {
        return following(true, PAUSE);
    }

    private Many<Line> following(boolean fromEnd, Duration pause) {
        if (!pause.isPositive()) {
            throw new IllegalArgumentException("the pause must be positive, not " + pause);
        }
        return Reading.onAndOn(() -> new FollowedLines(this, fromEnd), executor, pause)
                .flatMapIterable(Lines::lines);
    }
}
