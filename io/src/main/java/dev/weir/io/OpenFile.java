package dev.weir.io;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is read from one place on, or a pipe, which has none to ask for. */
final class OpenFile implements Closeable {
    static final int PIECE = 64 * 1024;
    static final int MOST_AT_ONCE = 1024 * 1024; // of what is read or written: the JDK copies it, and keeps the room
    private static final int LEAST = 256;

    private final FileChannel channel;
    private final boolean regular;
    private long position;

    private OpenFile(FileChannel channel, boolean regular, long position) {
        this.channel = channel;
        this.regular = regular;
        this.position = position;
    }

    /** Opens the file; an offset behind its end is a failure. */
    static OpenFile at(Path path, long offset) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            if (offset > 0) {
                long size = channel.size();
                if (size < offset) {
                    throw new EOFException(path + " has " + size + " bytes and can't be read from byte " + offset
                            + " on: was it replaced, or cut?");
                }
                channel.position(offset);
            }
            return new OpenFile(channel, Files.isRegularFile(path), offset);
        } catch (Throwable failure) {
            try (channel) {
                throw failure;
            }
        }
    }

    long position() {
        return position;
    }

    void goTo(long newPosition) throws IOException {
        if (newPosition != position) {
            channel.position(newPosition);
            position = newPosition;
        }
    }

    /** Whether it is shorter than what was read of it. */
    boolean isCut() throws IOException {
        return regular && channel.size() < position;
    }

    long size() throws IOException {
        return channel.size();
    }

    /** How much room to have for what comes next: not more than the file has, if it is small; some have more than they say. */
    int room() throws IOException {
        long rest = channel.size() - position;
        return rest < 0 ? PIECE : Math.clamp(rest + 1, LEAST, PIECE);
    }

    /** Reads into the array from there on, though not all if that is much; returns how many bytes, or -1 at the end. */
    int read(byte[] into, int at) throws IOException {
        int size = channel.read(ByteBuffer.wrap(into, at, Math.min(into.length - at, MOST_AT_ONCE)));
        position += Math.max(size, 0);
        return size;
    }

    /** The byte there, to which it goes; -1 if there is none. */
    int byteAt(long place) throws IOException {
        goTo(place);
        byte[] one = new byte[1];
        return read(one, 0) < 0 ? -1 : one[0];
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
