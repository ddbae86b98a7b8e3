package dev.weir.io;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Lines in a part of a file, which become text when they are asked for. */
final class Lines {
    private static final char REPLACEMENT = '\uFFFD';

    private final FileSource source;
    private final byte[] bytes;
    private final int begin;
    private final int end;
    private final long offset; // of the first byte

    Lines(FileSource source, byte[] bytes, int begin, int end, long offset) {
        this.source = source;
        this.bytes = bytes;
        this.begin = begin;
        this.end = end;
        this.offset = offset;
    }

    Iterable<String> texts() {
        return Texts::new;
    }

    Iterable<Line> lines() {
        return Placed::new;
    }

    private abstract class Each<T> implements Iterator<T> {
        int at = begin;

        @Override
        public final boolean hasNext() {
            return at < end;
        }

        final String text() {
            int from = at;
            if (from >= end) {
                throw new NoSuchElementException();
            }
            int to = from;
            while (to < end && bytes[to] != '\n') {
                to++;
            }
            at = to + 1;
            if (to < end && to > from && bytes[to - 1] == '\r') {
                to--; // of the end, as \n is
            }
            if (to - from > source.longestLine()) {
                throw new LineTooLongException(source.path().toString(), offset + from, source.longestLine());
            }
            return decoded(from, to);
        }
    }

    private final class Texts extends Each<String> {
        @Override
        public String next() {
            return text();
        }
    }

    private final class Placed extends Each<Line> {
        @Override
        public Line next() {
            int from = at;
            String text = text();
            return new Line(text, offset + from, offset + Math.min(at, end));
        }
    }

    private String decoded(int from, int to) {
        String text = new String(bytes, from, to - from, source.charset());
        if (text.indexOf(REPLACEMENT) >= 0) { // is it in the file, or does it stand for what is wrong?
            try {
                var _ = source.charset()
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)
                        .decode(ByteBuffer.wrap(bytes, from, to - from));
            } catch (CharacterCodingException malformed) {
                throw new MalformedLineException(source.path().toString(), offset + from, source.charset(), malformed);
            }
        }
        return text;
    }
}
