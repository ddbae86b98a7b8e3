package dev.weir.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A file's whole lines, as many as are read at once. */
class LinePieces implements Pieces<Lines> {
    private static final byte[] NOTHING = {};
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF
    }; // of UTF-8, which some editors put first

    private final FileSource source;
    private final OpenFile file;
    private byte[] rest = NOTHING; // the beginning of a line
    private long offset; // of the rest
    private boolean begun;

    LinePieces(FileSource source, OpenFile file) throws IOException {
        this.source = source;
        this.file = file;
        this.offset = file.position();
    }

    @Override
    public @Nullable Lines next() throws IOException {
        Lines lines = whole();
        return lines == null ? last() : lines;
    }

    /** Lines with their ends; null at the end of the file. */
    final @Nullable Lines whole() throws IOException {
        int kept = rest.length;
        byte[] bytes = Arrays.copyOf(rest, kept + file.room());
        for (; ; ) {
            int read = file.read(bytes, kept);
            if (read < 0) {
                rest = Arrays.copyOf(bytes, kept);
                return null;
            }
            int size = kept + read;
            int end = afterLastLine(bytes, kept, size);
            if (end > 0) {
                rest = Arrays.copyOfRange(bytes, end, size);
                return lines(bytes, end);
            }
            kept = size;
            if (kept > source.longestLine()) {
                throw new LineTooLongException(source.path().toString(), offset, source.longestLine());
            }
            bytes = Arrays.copyOf(bytes, Math.min(2 * kept, kept + OpenFile.PIECE));
        }
    }

    private static int afterLastLine(byte[] bytes, int from, int to) {
        for (int i = to; i > from; i--) {
            if (bytes[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }

    private Lines lines(byte[] bytes, int end) {
        int begin = begun || offset > 0 || !isMarked(bytes, end) ? 0 : MARK.length;
        begun = true;
        Lines lines = new Lines(source, bytes, begin, end, offset);
        offset += end;
        return lines;
    }

    private boolean isMarked(byte[] bytes, int end) {
        return source.charset().equals(StandardCharsets.UTF_8)
                && end >= MARK.length
                && Arrays.equals(bytes, 0, MARK.length, MARK, 0, MARK.length);
    }

    /** The line without an end; null if there is none. */
    final @Nullable Lines last() {
        byte[] line = rest;
        rest = NOTHING;
        return line.length == 0 ? null : lines(line, line.length);
    }

    final OpenFile file() {
        return file;
    }

    /** Goes on from the beginning, and forgets the line that was begun. */
    final void startOver() throws IOException {
        file.rewind();
        rest = NOTHING;
        offset = 0;
        begun = false;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
