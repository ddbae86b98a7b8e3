package dev.weir.io;

import dev.weir.io.disk.Pieces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A file's whole lines, as many as are read at once. */
class LinePieces implements Pieces<Lines> {
    private static final byte[] NOTHING = {};
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF
    }; // of UTF-8, which some editors put first

    private static final int LARGEST = Integer.MAX_VALUE - 8; // that arrays are in each JVM
    private static final int AROUND_LINE = 5; // a mark of the charset before it, and its end

    private final FileSource source;
    private final OpenFile file;
    private byte[] rest = NOTHING; // the beginning of a line
    private long offset; // of the rest
    private boolean begun;

    LinePieces(FileSource source, OpenFile file) {
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
            int longest = Math.min(source.longestLine(), LARGEST - AROUND_LINE);
            if (kept - marked(bytes, kept) - (bytes[kept - 1] == '\r' ? 1 : 0) > longest) { // that may be of the end
                throw new LineTooLongException(source.path().toString(), offset, source.longestLine());
            } else if (kept == bytes.length) {
                long most = Math.min((long) longest + OpenFile.PIECE, LARGEST);
                bytes = Arrays.copyOf(bytes, (int) Math.min(2L * kept, most));
            }
        }
    }

    /** Leaves out what comes up to the next end of a line; false if that is not there yet. */
    final boolean skipLine() throws IOException {
        byte[] bytes = new byte[file.room()];
        for (int read = file.read(bytes, 0); read >= 0; read = file.read(bytes, 0)) {
            for (int i = 0; i < read; i++) {
                if (bytes[i] == '\n') {
                    offset += i + 1;
                    file.goTo(offset);
                    return true;
                }
            }
            offset += read;
        }
        return false;
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
        int begin = marked(bytes, end);
        begun = true;
        Lines lines = new Lines(source, bytes, begin, end, offset);
        offset += end;
        return lines;
    }

    /** How many bytes are the mark. */
    private int marked(byte[] bytes, int end) {
        boolean is = !begun
                && offset == 0
                && source.charset().equals(StandardCharsets.UTF_8)
                && end >= MARK.length
                && Arrays.equals(bytes, 0, MARK.length, MARK, 0, MARK.length);
        return is ? MARK.length : 0;
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
        file.goTo(0);
        rest = NOTHING;
        offset = 0;
        begun = false;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
