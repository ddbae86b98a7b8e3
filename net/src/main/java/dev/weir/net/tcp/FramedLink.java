package dev.weir.net.tcp;

import dev.weir.Clock;
import dev.weir.Emitter;
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
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A connection of bytes that carries frames. */
final class FramedLink implements Link, Input {
    /*
     * A frame is handled where it lies in what was received, and the bytes after it are its successor's: so nothing is
     * made for a frame. It is taken off when the speaker has returned, who may have closed the connection meanwhile.
     */
    private final ConnectionHandler connection;
    private final LoopShare share;
    private final Received received;
    private final Output out;
    private final Framing framing;
    private final byte[] mark;
    private final Frame frame;
    private final Speaker speaker;
    private final Emitter<Void> end;
    private boolean paused;
    private boolean taking;
    private boolean over;

    FramedLink(
            ConnectionHandler connection,
            LoopShare share,
            Received received,
            Output out,
            Framing framing,
            Function<? super Link, ? extends Speaker> speaker,
            Emitter<Void> end) {
        this.connection = connection;
        this.share = share;
        this.received = received;
        received.lookedAt();
        this.out = out;
        this.framing = framing;
        this.mark = new byte[framing.mark()];
        this.frame = new Frame(received::keep);
        this.end = end;
        this.speaker = speaker.apply(this);
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
    public boolean isWritable() {
        return out.isWritable();
    }

    @Override
    public void send(byte[] head, int length) {
        if (connection.takesMore()) {
            framing.mark(length, mark);
            out.bytes(mark);
            out.bytes(head, 0, length);
            out.flushSoon();
        }
    }

    @Override
    public void send(byte[] head, int length, ByteBuffer body) {
        if (connection.takesMore()) {
            framing.mark(length + body.remaining(), mark);
            out.bytes(mark);
            out.bytes(head, 0, length);
            out.lend(body);
            out.flushSoon();
        }
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        if (paused) {
            paused = false;
            drain();
            connection.read();
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
            fail(failure);
            connection.abort();
        } finally {
            taking = false;
        }
    }

    /** Handles one frame; false if it has not all come. */
    private boolean take() throws Exception {
        int available = received.available();
        frame.show(received.array(), received.start(), available);
        int length = available == 0 ? Framing.UNKNOWN : framing.length(frame);
        if (length == Framing.UNKNOWN || length > available) {
            return false;
        }
        frame.show(received.array(), received.start() + mark.length, length - mark.length);
        speaker.frame(frame);
        if (!over) {
            received.skip(length);
        }
        return true;
    }

    private void taken() throws EOFException {
        if (!connection.peerIsDone()) {
            if (received.available() > 0) { // else the connection reads by itself
                connection.read();
            }
        } else if (received.available() > 0 && connection.takesMore()) {
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
        guarded(() -> speaker.look(now));
    }

    void shutdown() {
        guarded(speaker::drain);
    }

    private void guarded(Runnable call) {
        if (!over) {
            try {
                call.run();
            } catch (Throwable failure) {
                fail(failure);
                connection.abort();
            }
        }
    }

    /** Nobody wants it any more. */
    void cancel() {
        if (!over && connection.takesMore()) {
            connection.abort();
        }
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
            if (failure == null) {
                end.complete();
            } else if (!end.isCancelled()) {
                end.error(failure);
            }
        }
    }
}
