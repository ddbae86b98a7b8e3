package dev.weir.lab.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Many connections on one thread, which counts what comes. */
public abstract class SocketClients implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final Selector selector = Selector.open();
    private final List<SocketChannel> channels = new ArrayList<>();
    private final AtomicLong counted = new AtomicLong();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private volatile IOException failure;
    private Thread thread;

    SocketClients() throws IOException {}

    /** Greets the server, waiting for its answer if need be. */
    abstract void greet(SocketChannel channel, InetSocketAddress server) throws IOException;

    /** Says how much of what is counted the bytes have in them; may send more. */
    abstract int received(SocketChannel channel, ByteBuffer bytes) throws IOException;

    final void open(InetSocketAddress server, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(server);
            channels.add(channel);
            greet(channel, server);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
        }
        thread = Thread.ofPlatform().daemon().name("weir-lab-clients").start(this::run);
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select(this::read);
            }
        } catch (Exception e) {
            if (selector.isOpen()) {
                failure = e instanceof IOException io ? io : new IOException(e);
            }
        }
    }

    private void read(SelectionKey key) {
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            if (channel.read(buffer.clear()) < 0) {
                throw new EOFException("the server closed a connection");
            }
            counted.lazySet(counted.get() + received(channel, buffer.flip()));
        } catch (IOException e) {
            key.cancel();
            failure = e;
        }
    }

    /** How many of what is counted have come. */
    public long counted() {
        return counted.get();
    }

    /** Lets so many seconds pass, and tells how many it were; fails if a connection has. */
    public double pass(double seconds) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Thread.sleep((long) (seconds * 1e3));
        if (failure != null) {
            throw failure;
        }
        return (System.nanoTime() - start) / 1e9;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        selector.close();
        if (thread != null) {
            thread.join();
        }
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
