package dev.weir.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A file that is being written. A cancellation closes it while it is written to. */
final class Target implements Closeable {
    private static final int MOST_LINKS = 40; // as Linux has it
    private static final int TURN = 1024 * 1024;
    private static final CopyOption[] REPLACE = {StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING};
    private static final Set<OpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    private static final Set<OpenOption> CREATE = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final Set<PosixFilePermission> OWNERS = // as long as it is beside
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> GROUPS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE);

    private final FileSink sink;
    private final Path place;
    private final @Nullable Path beside; // what is written until it takes its place
    private final @Nullable PosixFileAttributes before; // of the file that was there
    private final boolean named; // by this
    private final FileChannel channel;
    private ByteBuffer waiting = ByteBuffer.allocate(OpenFile.PIECE);
    private final CharsetEncoder encoder; // between arrays, where it is fast
    private char[] characters = new char[256]; // of the longest line so far
    private long written;
    private long turn; // what had been written when it began
    private boolean committed;
    private boolean closed;

    /** What can't be written; the streams that are written may fail with such exceptions of their own. */
    static final class Unwritten extends UncheckedIOException {
        private static final long serialVersionUID = 1;

        private Unwritten(IOException cause) {
            super(cause);
        }
    }

    private Target(
            FileSink sink,
            Path place,
            @Nullable Path beside,
            @Nullable PosixFileAttributes before,
            boolean named,
            FileChannel channel) {
        this.sink = sink;
        this.place = place;
        this.beside = beside;
        this.before = before;
        this.named = named;
        this.channel = channel;
        this.encoder = sink.charset()
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    static Target open(FileSink sink) throws IOException {
        boolean exists = Files.exists(sink.path());
        if (exists && !Files.isRegularFile(sink.path())) { // a device or a pipe is no file that another one can replace
            return new Target(
                    sink, sink.path(), null, null, false, FileChannel.open(sink.path(), StandardOpenOption.WRITE));
        }
        Path place = exists ? sink.path().toRealPath() : behindLinks(sink.path());
        if (sink.appends()) {
            boolean begun = exists && Files.size(place) > 0;
            Target target = new Target(sink, place, null, null, !exists, FileChannel.open(place, APPEND));
            if (begun) {
                target.leaveOutMark();
            }
            return target;
        }
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Path beside =
                place.resolveSibling("." + random + ".part"); // the file's own name may be as long as names can be
        PosixFileAttributes before = attributes(place);
        try {
            FileChannel channel = before == null
                    ? FileChannel.open(beside, CREATE)
                    : FileChannel.open(beside, CREATE, PosixFilePermissions.asFileAttribute(OWNERS));
            return new Target(sink, place, beside, before, true, channel);
        } catch (NoSuchFileException none) {
            Path directory = place.toAbsolutePath().getParent();
            throw new NoSuchFileException(place.toString(), null, "there is no directory " + directory);
        } catch (AccessDeniedException denied) {
            throw new AccessDeniedException(
                    place.toString(),
                    null,
                    "there can't be a file beside it in "
                            + place.toAbsolutePath().getParent()
                            + " until all is written: appending() to a file that is there needs none");
        }
    }

    /** The charset's, as UTF-16 has one before the first character that it encodes; here that is none of the file. */
    private void leaveOutMark() {
        var _ = encoder.encode(CharBuffer.wrap("\n"), ByteBuffer.allocate(64), false);
    }

    /** Where the file is to be that a link leads to, and that is not there. */
    private static Path behindLinks(Path path) throws IOException {
        Path place = path;
        for (int links = 0; Files.isSymbolicLink(place); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(path.toString());
            }
            place = place.resolveSibling(Files.readSymbolicLink(place));
        }
        return place;
    }

    /** Null if there is no file, or its system has none. */
    private static @Nullable PosixFileAttributes attributes(Path path) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        return view == null || !Files.exists(path) ? null : view.readAttributes();
    }

    synchronized void write(ByteBuffer buffer) {
        if (closed) {
            return; // it was cancelled meanwhile
        }
        ByteBuffer bytes = buffer.duplicate(); // whoever has it may write it again
        try {
            written += bytes.remaining();
            if (bytes.remaining() > waiting.remaining()) {
                flush(waiting.position());
            }
            if (bytes.remaining() < waiting.capacity()) {
                waiting.put(bytes);
            } else {
                writeAll(bytes);
            }
        } catch (IOException failure) {
            throw new Unwritten(failure);
        }
    }

    /** Whether a MiB has been written since this was so: others' tasks come first then. For who writes. */
    synchronized boolean turnIsOver() {
        boolean over = written - turn >= TURN;
        turn = over ? written : turn;
        return over;
    }

    synchronized void writeLine(CharSequence line) {
        if (closed) {
            return;
        }
        String text = line.toString();
        int length = text.length();
        if (length >= characters.length) {
            characters = new char[Math.max(length + 1, 2 * characters.length)];
        }
        text.getChars(0, length, characters, 0);
        characters[length] = '\n';
        try {
            encode(CharBuffer.wrap(characters, 0, length + 1), false);
        } catch (IOException failure) {
            throw new Unwritten(failure);
        }
    }

    private void encode(CharBuffer text, boolean last) throws IOException {
        int begin = waiting.position();
        for (; ; ) {
            CoderResult result = encoder.encode(text, waiting, last);
            if (last && result.isUnderflow()) {
                result = encoder.flush(waiting);
            }
            if (result.isUnderflow()) {
                written += waiting.position() - begin;
                return;
            }
            if (result.isError()) {
                waiting.position(begin); // nothing of it gets into the file
                result.throwException();
            }
            makeRoomAfter(begin);
            begin = 0;
        }
    }

    /** Writes what comes before a line that is not whole yet, and may be none; if there is only that, it gets more room. */
    private void makeRoomAfter(int begin) throws IOException {
        if (begin > 0) {
            flush(begin);
        } else {
            waiting = ByteBuffer.allocate(2 * waiting.capacity()).put(waiting.flip());
        }
    }

    /** Writes all up to there; what comes behind stays, unless that fails. */
    private void flush(int end) throws IOException {
        waiting.flip();
        int all = waiting.limit();
        try {
            writeAll(waiting.limit(end));
            waiting.limit(all);
        } finally {
            waiting.compact(); // what was written before a failure is not written again
        }
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        try {
            while (bytes.position() < end) {
                bytes.limit(bytes.position() + Math.min(end - bytes.position(), OpenFile.MOST_AT_ONCE));
                channel.write(bytes);
            }
        } finally {
            bytes.limit(end);
        }
    }

    /** What was written is the file from now on; returns how many bytes that are. */
    synchronized long commit() throws IOException {
        encode(CharBuffer.allocate(0), true);
        flush(waiting.position());
        if (sink.forces() && Files.isRegularFile(beside == null ? place : beside)) {
            channel.force(true); // which may take long, so only its owner can read it yet
        }
        if (beside != null) {
            channel.close(); // some systems say only now that it could not be stored
            keepReaders(beside);
            Files.move(beside, place, REPLACE);
        }
        committed = true;
        if (sink.forces() && named) {
            forceName();
        }
        return written;
    }

    /** Whose it is and who may do what with it, as far as whoever runs this may say so. */
    private void keepReaders(Path from) throws IOException {
        PosixFileAttributes now = attributes(place);
        PosixFileAttributes kept = now == null ? before : now;
        if (kept != null) {
            PosixFileAttributes is = Files.readAttributes(from, PosixFileAttributes.class);
            Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
            permissions.addAll(kept.permissions());
            if (!isGiven(from, "posix:group", is.group(), kept.group())) {
                permissions.removeAll(GROUPS); // it would be another group's
            }
            if (!permissions.equals(is.permissions())) { // where all files have the same, nobody may say so
                Files.setPosixFilePermissions(from, permissions);
            }
            isGiven(from, "posix:owner", is.owner(), kept.owner()); // or it is whoever's who wrote it
        }
    }

    /** Makes it that of a group or an owner, if that can be. */
    private static boolean isGiven(Path path, String attribute, UserPrincipal from, UserPrincipal to) {
        try {
            if (!from.equals(to)) {
                Files.setAttribute(path, attribute, to);
            }
            return true;
        } catch (IOException refused) {
            return false; // whoever runs this may not give it away, or is not in the group
        }
    }

    /** The file has it all, but its directory may not have the file after a crash. */
    private void forceName() {
        try (FileChannel directory = FileChannel.open(place.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // here none can be opened, as in Windows, or forced, as where a network or a program is behind it
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        try (channel) {
            if (beside == null) {
                flush(waiting.position()); // what came before a failure
            }
        } finally {
            if (beside != null && !committed) {
                Files.deleteIfExists(beside);
            }
        }
    }
}
