package dev.weir.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file or a directory that was opened, and notes when it is forced to the disk, and closed. */
final class NotedChannel extends FileChannel {
    private final FileChannel real;
    private final Noted forced;
    private final Noted closed;

    /** What comes after that. */
    interface Noted {
        void note() throws IOException;
    }

    NotedChannel(FileChannel real, Noted forced, Noted closed) {
        this.real = real;
        this.forced = forced;
        this.closed = closed;
    }

    @Override
    public void force(boolean metadata) throws IOException {
        real.force(metadata);
        forced.note();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
        closed.note();
    }

    @Override
    public int read(ByteBuffer into) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer into, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return real.write(from);
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer from, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long size() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
