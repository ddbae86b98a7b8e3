package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A connection of one event loop, for a session that lives on another. */
final class FarLink extends HomedLink implements Speaker {
    /*
     * Two lanes of copied frames, each drained by its reader's loop in one task however many frames have gathered. A lane that
     * holds too much makes the link unwritable, or pauses the connection. What goes out stays in its lane while the peer does
     * not keep up: so it is only by sending that the session makes the link unwritable, and what it was told just before is not
     * changed by another loop.
     */
    private static final int MOST = 64 * 1024;

    /** Frames on their way. */
    private static final class Lane {
        final Queue<byte[]> frames = new ConcurrentLinkedQueue<>();
        final AtomicInteger bytes = new AtomicInteger();
        final AtomicInteger work = new AtomicInteger();

        /** Whether the reader has to be called. */
        boolean add(byte[] frame) {
            bytes.addAndGet(frame.length);
            frames.add(frame);
            return work.getAndIncrement() == 0;
        }

        byte @Nullable [] poll() {
            byte[] frame = frames.poll();
            if (frame != null) {
                bytes.addAndGet(-frame.length);
            }
            return frame;
        }

        boolean isFull() {
            return bytes.get() >= MOST;
        }
    }

    private final Link far;
    private final Lane out = new Lane();
    private final Lane in = new Lane();
    private final Frame frame = new Frame(this::keep);
    private byte[] shown = {};
    private @Nullable Speaker speaker; // on the loop of the session
    private boolean paused;
    private boolean taking;
    private boolean closing; // what was sent goes on, whether the peer takes it or not; on the loop of the connection
    private volatile boolean awaited;
    private volatile boolean held; // the connection was paused since the session's loop is behind

    /**
     * On the event loop of the connection.
     *
     * @param home whose event loop is the session's
     * @param speaker made there
     */
    FarLink(Link far, Link home, Function<? super Link, ? extends Speaker> speaker) {
        super(home, far);
        this.far = far;
        atHome(() -> this.speaker = speaker.apply(this));
    }

    private ByteBuffer keep(int from, int length) {
        return Frame.kept(shown, from, length);
    }

    private void atHome(Runnable task) {
        if (!home.post(task)) {
            far.abort();
        }
    }

    // ------------------------------------------------------------ from the connection

    @Override
    public void frame(Frame came) {
        if (in.add(came.copy(0, came.length()))) {
            atHome(this::take);
        }
        if (in.isFull() && !held) {
            held = true;
            far.pause();
            atHome(this::take); // so that somebody resumes, whatever was taken meanwhile
        }
    }

    /** On the session's loop. */
    private void take() {
        if (paused || taking || speaker == null) {
            return;
        }
        taking = true;
        try {
            int seen;
            do {
                seen = in.work.get();
                byte[] next;
                while (!paused && (next = in.poll()) != null) {
                    shown = next;
                    frame.show(next, 0, next.length);
                    speaker.frame(frame);
                }
            } while (!paused && in.work.addAndGet(-seen) != 0);
        } catch (Throwable failure) {
            abort();
            speaker.closed(failure);
        } finally {
            taking = false;
        }
        if (held && !in.isFull()) {
            far.post(() -> {
                if (held) {
                    held = false;
                    far.resume();
                }
            });
        }
    }

    private void tell(Consumer<Speaker> what) {
        atHome(() -> {
            if (speaker != null) {
                what.accept(speaker);
            }
        });
    }

    @Override
    public void writable() {
        give();
    }

    @Override
    public void look(long now) {
        tell(known -> known.look(now));
    }

    @Override
    public void drain() {
        tell(Speaker::drain);
    }

    @Override
    public void closed(@Nullable Throwable failure) {
        tell(known -> known.closed(failure));
        goOut();
    }

    private void goOut() {
        closing = true;
        give();
    }

    // ------------------------------------------------------------ for the session

    @Override
    public boolean isWritable() {
        if (!out.isFull()) {
            return true;
        }
        awaited = true;
        return !out.isFull(); // which may have changed before it was known that somebody waits
    }

    @Override
    public void send(byte[] head, int length, ByteBuffer body) {
        byte[] all = new byte[length + body.remaining()];
        System.arraycopy(head, 0, all, 0, length);
        body.get(body.position(), all, length, body.remaining());
        if (out.add(all)) {
            try {
                var _ = far.post(this::give);
            } catch (Throwable rejection) { // who sends next posts it
                out.work.set(0);
                throw rejection;
            }
        }
    }

    /** On the connection's loop. */
    private void give() {
        int seen;
        do {
            seen = out.work.get();
            byte[] next;
            while ((closing || far.isWritable()) && (next = out.poll()) != null) {
                far.send(next, next.length);
            }
        } while (out.work.addAndGet(-seen) != 0);
        if (awaited && !closing && !out.isFull()) {
            awaited = false;
            tell(Speaker::writable);
        }
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
        take();
    }

    @Override
    public void close() {
        var _ = far.post(() -> {
            goOut();
            far.close();
        });
    }

    @Override
    public void abort() {
        var _ = far.post(far::abort);
    }
}
