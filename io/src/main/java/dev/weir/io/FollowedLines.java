package dev.weir.io;

import dev.weir.io.disk.Pieces;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The lines of whatever file has the path now: when it is replaced, the old one is read to its end first. */
final class FollowedLines implements Pieces<Lines> {
    private final FileSource source;
    private final boolean fromEnd;
    private boolean begun;
    private boolean inside; // of a line whose beginning is left out, and so all of it
    private @Nullable LinePieces lines;
    private @Nullable Identity identity; // of the file that is open

    /**
     * Which file it is.
     *
     * @param id its number, which no other has as long as it is open; where there are none, when it was made
     */
    private record Identity(Object id, boolean isOther) {
        static Identity of(Path path) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Object number = attributes.fileKey();
            return new Identity(number == null ? attributes.creationTime() : number, attributes.isOther());
        }

        boolean isOfAnother(@Nullable Identity before) {
            return before == null || !id.equals(before.id);
        }
    }

    FollowedLines(FileSource source, boolean fromEnd) {
        this.source = source;
        this.fromEnd = fromEnd;
    }

    @Override
    public @Nullable Lines next() throws IOException {
        for (; ; ) {
            LinePieces open = lines == null ? open() : lines;
            if (open == null) {
                return null;
            }
            if (open.file().isCut()) {
                open.startOver(); // it was cut: whoever has it now, what was written since is here
                inside = false;
            }
            boolean replaced = isReplaced();
            inside = inside && !open.skipLine();
            Lines whole = inside ? null : open.whole();
            if (whole != null || !replaced) {
                return whole;
            }
            Lines last = open.last();
            open.close();
            lines = null;
            if (last != null) {
                return last;
            }
        }
    }

    /** Null if there is no file, or not for us yet. */
    private @Nullable LinePieces open() throws IOException {
        try {
            for (; ; ) {
                Identity before = Identity.of(source.path());
                if (begun && before.isOther) {
                    return null; // to open a pipe in a file's place may take for ever
                }
                OpenFile file = OpenFile.at(source.path(), 0);
                try {
                    if (!Identity.of(source.path()).isOfAnother(before)) { // else it may be either that is open
                        long first = begun ? 0 : first(file.size());
                        inside = fromEnd && first > 0 && file.byteAt(first - 1) != '\n';
                        file.goTo(first);
                        lines = new LinePieces(source, file);
                        identity = before;
                        return lines;
                    }
                } finally {
                    if (lines == null) {
                        file.close();
                    }
                }
            }
        } catch (NoSuchFileException none) {
            return null;
        } catch (AccessDeniedException denied) {
            if (!begun) {
                throw denied; // it was there at once, and is not for us
            }
            return null; // whoever puts one in its place may make it first, and say then who may read it
        } finally {
            begun = true; // a file that comes later is new from its beginning on
        }
    }

    private long first(long size) {
        return fromEnd ? size : source.offset() <= size ? source.offset() : 0;
    }

    private boolean isReplaced() throws IOException {
        try {
            return Identity.of(source.path()).isOfAnother(identity);
        } catch (NoSuchFileException | AccessDeniedException gone) {
            return false; // it may come back under another name, and be written to until then
        }
    }

    @Override
    public void close() throws IOException {
        if (lines != null) {
            lines.close();
        }
    }
}
