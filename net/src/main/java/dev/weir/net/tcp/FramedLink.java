package dev.weir.net.tcp;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Trace;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A connection of bytes that carries frames. */
final class FramedLink implements Link, Input, Frame.Keeper {
    /*
     * A frame is handled where it lies in what was received, and the bytes after it are its successor's: so nothing is
     * made for a frame. It is taken off when the speaker has returned, who may have closed the connection meanwhile.
     */
    private final ConnectionHandler connection;
    private final LoopShare share;
    private final Received received;
    private final Output out;
    private final Framing framing;
    private final Frame frame;
    private final Speaker speaker;
    private boolean paused;
    private boolean taking;
    private boolean over;
    private volatile long partCameAt;

    /** Begins to speak. */
    FramedLink(
            ConnectionHandler connection,
            LoopShare share,
            Received received,
            Output out,
            Framing framing,
            Function<? super Link, ? extends Speaker> speaker) {
        this.connection = connection;
        this.share = share;
        this.received = received;
        received.lookedAt(true);
        this.out = out;
        this.framing = framing;
        this.frame = new Frame(this);
        this.partCameAt = share.now();
        this.speaker = speaker.apply(this);
    }

    /** Has a protocol spoken on a server's connection. */
    static void serve(
            ConnectionHandler connection, Framing framing, Function<? super Link, ? extends Speaker> speaker) {
        try {
            connection.speak(framing, speaker);
        } catch (Throwable failure) {
            log(connection, failure);
            connection.abort();
        }
    }

    /** A peer that breaks off, or ends within a frame, is nothing to be told. */
    private static void log(ConnectionHandler connection, Throwable failure) {
        if (!(failure instanceof IOException)) {
            HandlerFailure.log(connection.peer(), failure);
        }
    }

    // ------------------------------------------------------------ for the speaker

    @Override
    public InetSocketAddress remoteAddress() {
        return connection.peer();
    }

    @Override
    public Clock clock() {
        return share.clock();
    }

    @Override
    public long partCameAt() {
        return partCameAt;
    }

    @Override
    public boolean post(Runnable task) {
        return share.run(task);
    }

    @Override
    public void hold() {
        share.hold();
    }

    @Override
    public void release() {
        share.release();
    }

    @Override
    public Cancellable atShutdown(Runnable task) {
        return share.atEnd(task);
    }

    @Override
    public void count(long more) {
        share.held().add(more);
    }

    @Override
    public boolean isFull() {
        return share.held().isFull();
    }

    @Override
    public boolean isWritable() {
        return out.isWritable();
    }

    @Override
    public void send(byte[] head, int length) {
        if (connection.takesMore()) {
            mark(length);
            out.bytes(head, 0, length);
            out.flushSoon();
        }
    }

    @Override
    public void send(byte[] head, int length, ByteBuffer body) {
        if (connection.takesMore()) {
            mark(length + body.remaining());
            out.bytes(head, 0, length);
            out.lend(body);
            out.flushSoon();
        }
    }

    private void mark(int length) {
        byte[] mark = share.small();
        framing.mark(length, mark);
        out.bytes(mark, 0, framing.mark());
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        if (paused) {
            paused = false;
            long before = partCameAt;
            drain();
            partCameAt = before; // nothing has come
            if (!paused) { // again, by what was taken
                connection.read();
            }
        }
    }

    @Override
    public void close() {
        connection.finish();
    }

    @Override
    public void abort() {
        connection.abort();
    }

    // ------------------------------------------------------------ for the connection

    @Override
    public void drain() {
        if (taking || over) {
            return;
        }
        taking = true;
        try {
            boolean more = true;
            while (more && !paused && !over && connection.takesMore()) {
                more = take();
            }
            if (!paused && !over) {
                taken();
            }
        } catch (Throwable failure) {
            broken(failure);
        } finally {
            taking = false;
        }
    }

    /** Handles one frame; false if it has not all come. */
    private boolean take() throws Exception {
        int available = received.available();
        frame.show(received.array(), received.start(), available);
        long length = available == 0 ? Framing.UNKNOWN : framing.length(frame);
        if (length == Framing.UNKNOWN || length > available) {
            return false;
        }
        int mark = framing.mark();
        frame.show(received.array(), received.start() + mark, (int) length - mark);
        speaker.frame(frame);
        if (!over) {
            received.skip((int) length);
        }
        return true;
    }

    @Override
    public ByteBuffer keep(int from, int length) {
        return received.keep(from, length);
    }

    private void taken() throws EOFException {
        if (!connection.peerIsDone()) {
            if (received.available() > 0) { // else the connection reads by itself
                partCameAt = share.now();
                connection.read();
            }
        } else if (received.available() > 0 && !connection.farewell().isBegun()) {
            throw Trace.none(new EOFException("the peer has ended in the middle of a frame"));
        } else {
            connection.finish();
        }
    }

    @Override
    public void fail(Throwable failure) {
        ended(failure);
    }

    void writable() {
        guarded(speaker::writable);
    }

    void look(long now) {
        if (!over) {
            try {
                speaker.look(now);
            } catch (Throwable failure) {
                broken(failure);
            }
        }
    }

    void shutdown() {
        guarded(speaker::drain);
    }

    private void guarded(Runnable call) {
        if (!over) {
            try {
                call.run();
            } catch (Throwable failure) {
                broken(failure);
            }
        }
    }

    /** The speaker has thrown. */
    private void broken(Throwable failure) {
        fail(failure);
        connection.abort();
    }

    /** The connection is closed. */
    void ended(@Nullable Throwable failure) {
        if (over) {
            return;
        }
        over = true;
        try {
            speaker.closed(failure);
        } finally {
            if (failure != null) {
                log(connection, failure);
            }
        }
    }
}
