package dev.weir.rsocket.engine;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What links in memory have in common: there is no event loop, and whatever is sent is one array for each frame. */
abstract class MemoryLink implements Link {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Clock clock;
    private final List<Runnable> atShutdown = new ArrayList<>();
    boolean paused;
    long partCameAt; // when the link began, at first
    public boolean full;
    public volatile long counted;

    MemoryLink(Clock clock) {
        this.clock = clock;
        this.partCameAt = clock.nanoTime();
    }

    /** A frame is sent. */
    abstract void sent(byte[] frame);

    /** A frame as it comes. */
    static Frame frame(byte[] bytes) {
        Frame frame =
                new Frame((from, length) -> ByteBuffer.wrap(bytes, from, length).slice());
        frame.show(bytes, 0, bytes.length);
        return frame;
    }

    @Override
    public void send(byte[] head, int length) {
        send(head, length, NOTHING);
    }

    @Override
    public void send(byte[] head, int length, ByteBuffer body) {
        byte[] frame = new byte[length + body.remaining()];
        System.arraycopy(head, 0, frame, 0, length);
        body.get(body.position(), frame, length, body.remaining());
        sent(frame);
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public long partCameAt() {
        return partCameAt;
    }

    @Override
    public boolean post(Runnable task) {
        task.run();
        return true;
    }

    @Override
    public void hold() {}

    @Override
    public void release() {}

    @Override
    public synchronized void count(long more) {
        counted += more;
    }

    @Override
    public boolean isFull() {
        return full;
    }

    @Override
    public Cancellable atShutdown(Runnable task) {
        atShutdown.add(task);
        return () -> atShutdown.remove(task);
    }

    /** The server that it is of shuts down. */
    void shutdown() {
        List.copyOf(atShutdown).forEach(Runnable::run);
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
    }
}
