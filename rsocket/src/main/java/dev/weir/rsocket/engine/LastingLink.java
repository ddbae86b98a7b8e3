package dev.weir.rsocket.engine;

import dev.weir.Cancellable;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.frame.Head;
import dev.weir.rsocket.frame.ResumeFrame;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A link that outlives its connections: what was sent on streams comes, once and in order. */
public final class LastingLink extends HomedLink {
    /*
     * Lives on the event loop of its first connection for good. What is sent on streams is kept until the peer says, in a
     * keepalive or when it resumes, that it has it; while there is no connection it is kept all the same. What is sent on no
     * stream is of the connection, and lost with it. The peer is asked for its position when half of what may be kept is; at
     * all of it the link is not writable, so that producers wait.
     */

    /** Who knows what becomes of a session without a connection. On its event loop. */
    interface Fate {
        /** The connection is cut. */
        void cut(LastingLink link);

        /** It goes on. */
        default void resumed(LastingLink link) {}

        /** The session has ended. */
        void over(LastingLink link);
    }

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Thread loop = Thread.currentThread();
    private final ByteBuffer token;
    private final Resumption limits;
    private final Fate fate;
    private final Kept kept = new Kept();
    private final Inquiry inquiry;
    private final Wire first;
    private @Nullable Session session;
    private @Nullable Wire wire;
    private Cancellable timer = () -> {};
    private long received;
    private boolean paused;
    private boolean over;

    /**
     * Begins a session over its first connection; on its event loop.
     *
     * @param token that nobody else can guess, as it opens the session
     */
    LastingLink(Link first, ByteBuffer token, Resumption limits, Fate fate) {
        super(first, first);
        this.token = token;
        this.limits = limits;
        this.inquiry = new Inquiry(kept, limits.maxKeptBytes());
        this.fate = fate;
        this.first = new Wire(home);
        this.wire = this.first;
        home.hold();
    }

    /** What is spoken on the first connection, for a session that was made with this link. */
    Speaker begin(Session begun) {
        session = begun;
        return first;
    }

    private Session session() {
        return Objects.requireNonNull(session, "no session yet");
    }

    ByteBuffer token() {
        return token;
    }

    boolean isOver() {
        return over;
    }

    /** Whether there is a connection: without one, what is said is thrown away, or waits. */
    boolean isConnected() {
        return wire != null;
    }

    boolean has(long position) {
        return kept.has(position);
    }

    // ------------------------------------------------------------ connections

    /** One of the connections, from when it is the session's. */
    private final class Wire implements Speaker {
        private final Link link;

        Wire(Link link) {
            this.link = link;
        }

        @Override
        public void frame(Frame frame) {
            if (wire != this || over) {
                return;
            }
            if (frame.length() >= FrameType.HEAD && (frame.int32(0) & Integer.MAX_VALUE) != 0) {
                received += frame.length();
            } else if (FrameType.isOfNoStream(frame, FrameType.KEEPALIVE)
                    && frame.length() >= FrameType.HEAD + Long.BYTES
                    && !isThere(frame.int64(FrameType.HEAD) & Long.MAX_VALUE, frame)) {
                return;
            }
            session().frame(frame);
            goOn();
        }

        /** Sends what has waited for a lease, if that has come, or is waited for no longer. */
        private void goOn() {
            if (wire == this && kept.hasUnsent()) {
                push(link);
            }
        }

        @Override
        public void writable() {
            if (wire == this) {
                push(link);
            }
        }

        @Override
        public void look(long now) {
            if (wire == this) {
                session().look(now);
                goOn();
            }
        }

        @Override
        public void drain() {
            if (wire == this) {
                session().drain();
            }
        }

        @Override
        public void closed(@Nullable Throwable failure) {
            if (wire == this) {
                cut(failure);
            }
        }
    }

    /** Whether a session of this event loop is spoken of. */
    boolean isHome() {
        return Thread.currentThread() == loop;
    }

    /** A client has come back, over another connection: it is told whether the session goes on. */
    Speaker accept(Link link, ResumeFrame resume) {
        String wrong = wrong(resume);
        if (wrong == null) {
            Head yes = ResumeFrame.accept(Head.ofThread(), received);
            link.send(yes.array(), yes.length());
            return resume(link, resume.received());
        }
        Sender.error(link, RSocketException.RejectedResume.CODE, wrong);
        link.close();
        end(new RSocketException.RejectedResume(wrong));
        return new Wire(link); // which is not the session's
    }

    private @Nullable String wrong(ResumeFrame resume) {
        if (over || !session().isLasting()) {
            return "the session is over";
        }
        if (!kept.has(resume.received())) {
            return "from position " + resume.received() + " on nothing is kept, but from " + kept.begin();
        }
        return resume.available() >= 0 && resume.available() <= received
                ? null
                : "from position " + received + " on nothing is left at the client, but from " + resume.available();
    }

    ResumeFrame toResume() {
        return new ResumeFrame(token, received, kept.begin());
    }

    /**
     * Goes on over another connection, on which all that resuming needs was said.
     *
     * @param position of the peer, which this {@link #has}
     */
    Speaker resume(Link link, long position) {
        Wire before = wire;
        Wire next = new Wire(link);
        wire = next;
        latest = link;
        if (before != null) {
            before.link.abort();
        }
        timer.cancel();
        inquiry.begin();
        kept.rewind(position);
        if (paused) {
            link.pause();
        }
        fate.resumed(this);
        try {
            session().resumed();
            push(link);
        } catch (Throwable thrown) { // by the application
            end(new RSocketException.ConnectionError("the session could not go on", thrown));
            throw thrown;
        }
        return next;
    }

    private void cut(@Nullable Throwable failure) {
        wire = null;
        if (over) {
            return;
        }
        if (!session().isLasting() || Frames.isByStranger(failure)) {
            finish();
            session().closed(failure);
            return;
        }
        try {
            timer = home.clock().schedule(() -> home.post(this::expire), limits.lasts());
        } catch (Throwable noTimer) { // as without memory or threads: it might last for ever
            end(new RSocketException.ConnectionError("the connection was cut, and can't be waited for", noTimer));
            return;
        }
        fate.cut(this);
    }

    /** The connection is dead, though nothing says so: as if it was cut. */
    void lose() {
        if (wire != null) {
            wire.link.abort();
            cut(null);
        }
    }

    private void expire() {
        if (wire == null) {
            end(new RSocketException.ConnectionError(
                    "the connection was cut, and the session was not resumed within "
                            + limits.lasts().toMillis() + " ms (resume)",
                    null));
        }
    }

    /** The session is over, for a reason that its streams are told. */
    void end(@Nullable RSocketException why) {
        if (!over) {
            close();
            session().closed(why);
        }
    }

    /** Of a server: ends it with that, too, unless it goes on before. */
    void abandonAtShutdown() {
        Cancellable expiry = timer;
        Cancellable shutdown = home.atShutdown(this::abandon);
        timer = () -> {
            expiry.cancel();
            shutdown.cancel();
        };
    }

    /** Ends it if nobody is connected, as nobody will be. */
    void abandon() {
        if (wire == null) {
            end(new RSocketException.ConnectionError("the server is shut down, and nobody is connected", null));
        }
    }

    /** It is over, and is not used any more. */
    void finish() {
        if (!over) {
            over = true;
            timer.cancel();
            kept.clear();
            fate.over(this);
            home.release();
        }
    }

    // ------------------------------------------------------------ what is sent

    @Override
    public boolean isWritable() {
        Wire now = wire;
        return now != null && !kept.hasUnsent() && kept.length() < limits.maxKeptBytes() && now.link.isWritable();
    }

    @Override
    public void send(byte[] head, int length, ByteBuffer body) {
        if (over) {
            return;
        }
        Wire now = wire;
        if (FrameType.isOfStream(head)) {
            boolean goes = now != null && !kept.hasUnsent() && now.link.isWritable();
            kept.add(head, length, body, goes);
            if (now != null && goes) {
                now.link.send(head, length, body);
                inquiry.ask(now.link, received);
            }
        } else if (now != null) {
            if (FrameType.of(head) == FrameType.KEEPALIVE) {
                LONG.set(head, FrameType.HEAD, received);
            }
            now.link.send(head, length, body);
        }
    }

    /** Sends what the connection has not got, as far as it takes it. */
    private void push(Link link) {
        while (kept.hasUnsent() && link.isWritable() && isLeased()) {
            kept.send(link);
            inquiry.ask(link, received);
        }
        if (isWritable()) {
            session().writable();
        }
    }

    /** Whether the next may be sent: a request that is sent again needs a lease of this connection. */
    private boolean isLeased() {
        Leases agreed = kept.isRequestNext() ? session().leases() : null;
        return agreed == null || agreed.takeAgain(home.clock().nanoTime(), limits.patience());
    }

    /** The peer says where it is: false if it can't be there. */
    private boolean isThere(long position, Frame keepalive) {
        if (!kept.reaches(position)) {
            session().fail("a keepalive has a position that was not sent yet: " + position);
            return false;
        }
        boolean before = isWritable();
        kept.release(position);
        inquiry.came(keepalive);
        if (!before && isWritable()) {
            session().writable();
        }
        Wire now = wire;
        if (now != null && !kept.hasUnsent()) { // else it is asked when that goes
            inquiry.ask(now.link, received);
        }
        return true;
    }

    // ------------------------------------------------------------ the rest of a link

    @Override
    public void pause() {
        paused = true;
        if (wire != null) {
            wire.link.pause();
        }
    }

    @Override
    public void resume() {
        paused = false;
        if (wire != null) {
            wire.link.resume();
        }
    }

    @Override
    public void close() {
        if (wire != null && !over) {
            while (kept.hasUnsent()) {
                kept.send(wire.link);
            }
            wire.link.close();
        }
        finish();
    }

    @Override
    public void abort() {
        if (wire != null) {
            wire.link.abort();
        }
        finish();
    }
}
