package dev.weir.io;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is read from one place on. */
final class OpenFile implements Closeable {
    static final int PIECE = 64 * 1024;
    private static final int LEAST = 256;

    private final FileChannel channel;

    private OpenFile(FileChannel channel) {
        this.channel = channel;
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
            return new OpenFile(channel);
        } catch (Throwable failure) {
            try (channel) {
                throw failure;
            }
        }
    }

    long position() throws IOException {
        return channel.position();
    }

    void goTo(long position) throws IOException {
        channel.position(position);
    }

    long size() throws IOException {
        return channel.size();
    }

    /** How much room to have for what comes next: not more than the file has, if it is small. */
    int room() throws IOException {
        return Math.clamp(channel.size() - channel.position() + 1, LEAST, PIECE);
    }

    /** Reads into the array from there on; returns how many bytes, or -1 at the end. */
    int read(byte[] into, int at) throws IOException {
        return channel.read(ByteBuffer.wrap(into, at, into.length - at));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
