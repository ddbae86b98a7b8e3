package dev.weir.rsocket.engine;

import dev.weir.Cancellable;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.rsocket.LeasePolicy;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.frame.SetupFrame;
import dev.weir.rsocket.loop.Acceptor;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One connection, of a client or a server: how it begins and ends, and what is not of a stream. */
public final class Session implements Speaker {
    /*
     * A server's session waits for a setup, then for its acceptor, with the link paused, then is open; a client's is open
     * from the beginning, as it may send requests before the server has said anything. A session that is draining begins no
     * stream, refuses those that were on their way, and closes a second after its last, if the peer has not by then; one that
     * is over has told its streams and its responder, whatever still comes.
     */
    private enum State {
        FIRST_FRAME,
        ACCEPTING,
        OPEN,
        OVER
    }

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();
    private static final long ON_ITS_WAY = 900_000_000; // nanoseconds: of rounds of a second, until the next

    private final Link link;
    private final @Nullable LastingLink lasting; // the link, if it outlives its connections
    private final Limits limits;
    private final boolean client;
    private final Sender sender;
    private final Handle handle;
    private final Streams streams;
    private final Incoming incoming;
    private final @Nullable LeasePolicy policy;
    private final @Nullable Acceptor acceptor;
    private final long begunAt;
    private State state = State.FIRST_FRAME;
    private @Nullable Setup setup;
    private @Nullable Vitals vitals;
    private @Nullable Leases leases;
    private @Nullable Responder responder;
    private @Nullable Cancellable accepting;
    private boolean established;
    private boolean draining;
    private boolean peerDraining;
    private long idleSince = Long.MAX_VALUE; // a while after that, what was sent before the peer knew has come

    /** A server's end. Without a policy of leases clients that want leases are refused. */
    public Session(Link link, Limits limits, @Nullable LeasePolicy policy, Acceptor acceptor) {
        this(link, limits, policy, acceptor, false);
    }

    /** A client's end, which begins to speak at once; its policy is of leases, if the setup wants them. */
    public static Session client(
            Link link,
            Limits limits,
            @Nullable LeasePolicy policy,
            Setup setup,
            Function<? super LoopConnection, ? extends Responder> responder) {
        Session session = new Session(link, limits, policy, null, true);
        session.state = State.OPEN;
        session.setup = setup;
        session.vitals = new Vitals(link, setup, limits.maxSignals());
        session.agreeOnLeases();
        session.responder = responder.apply(session.handle);
        session.sender.setup(setup, session.lasting == null ? null : session.lasting.token());
        session.beginLeases();
        Ticks.begin(session, link, setup);
        return session;
    }

    private Session(
            Link link, Limits limits, @Nullable LeasePolicy policy, @Nullable Acceptor acceptor, boolean client) {
        this.link = link;
        this.lasting = link instanceof LastingLink known ? known : null;
        this.limits = limits;
        this.policy = policy;
        this.acceptor = acceptor;
        this.client = client;
        this.sender = new Sender(link, limits);
        this.handle = new Handle(this, link, sender, limits, client);
        this.streams = handle.ownStreams();
        this.incoming = new Incoming(this, handle, streams, limits);
        this.begunAt = link.clock().nanoTime();
    }

    /** What is to be spoken on the connection that the session begins with. */
    public Speaker speaker() {
        return lasting == null ? this : lasting.begin(this);
    }

    // ------------------------------------------------------------ what comes

    @Override
    public void frame(Frame frame) {
        if (state == State.OVER) {
            return;
        }
        if (frame.length() < FrameType.HEAD) {
            fail("a frame has " + frame.length() + " bytes, and has at least " + FrameType.HEAD);
            return;
        }
        int stream = frame.int32(0) & Integer.MAX_VALUE;
        int word = frame.int16(Integer.BYTES);
        int type = word >>> 10;
        int flags = word & 0x3ff;
        if (state != State.OPEN) {
            begin(stream, type, flags, frame);
            return;
        }
        if (vitals != null) {
            vitals.heard(now());
        }
        if (stream != 0) {
            established = true;
            incoming.frame(stream, type, flags, frame);
        } else if (vitals != null
                && (lasting == null || type != FrameType.KEEPALIVE) // which says how far the peer is
                && !vitals.signal(now())) {
            fail("more than " + limits.maxSignals() + " frames of the connection came within a second (maxSignals)");
        } else {
            established |= type != FrameType.ERROR;
            new Signals(this, handle, sender).frame(type, flags, frame);
        }
    }

    /** The first frame of a client has come. */
    private void begin(int stream, int type, int flags, Frame frame) {
        if (type == FrameType.RESUME && stream == 0) {
            refuse(RSocketException.RejectedResume.CODE, "sessions are not resumed here");
        } else if (type != FrameType.SETUP || stream != 0 || setup != null) {
            refuse(RSocketException.InvalidSetup.CODE, "the first frame is no setup, or there is a second");
        } else if ((flags & FrameType.RESUMABLE) != 0 && lasting == null) {
            refuse(RSocketException.RejectedSetup.CODE, "sessions are not resumed here");
        } else {
            try {
                accept(SetupFrame.read(frame, flags));
            } catch (RSocketException wrong) {
                refuse(wrong.code(), wrong.getMessage());
            }
        }
    }

    private void accept(Setup asked) {
        if (asked.lease() && policy == null) {
            throw new RSocketException.UnsupportedSetup("there are no leases here");
        }
        Room.take(link, asked);
        setup = asked;
        agreeOnLeases();
        state = State.ACCEPTING;
        link.pause();
        try {
            Cancellable pending = Objects.requireNonNull(acceptor, "of servers")
                    .accept(handle, asked)
                    .map(accepted -> Objects.requireNonNull(accepted, "the acceptor gave null"))
                    .withContext(context -> context.withClock(link.clock()))
                    .subscribe(
                            accepted -> link.post(() -> open(accepted)), failure -> link.post(() -> refuse(failure)));
            accepting = state == State.ACCEPTING ? pending : null;
            if (state == State.OVER) { // it has closed the connection itself
                pending.cancel();
            }
        } catch (Throwable failure) {
            refuse(failure);
        }
    }

    private void open(Responder accepted) {
        if (state == State.ACCEPTING) {
            state = State.OPEN;
            accepting = null;
            responder = accepted;
            vitals = new Vitals(link, setup(), limits.maxSignals());
            beginLeases();
            handle.goOn();
        } else {
            accepted.closed(handle, null); // which nobody else will tell it
        }
    }

    boolean isAccepting() {
        return state == State.ACCEPTING;
    }

    private void agreeOnLeases() {
        leases = policy != null && setup().lease() ? new Leases(this, streams, link, policy) : null;
    }

    private void beginLeases() {
        if (leases != null) {
            leases.begin(now());
        }
    }

    private void refuse(Throwable failure) {
        refuse(Codes.ofSetup(failure), Codes.toldOfSetup(failure));
    }

    void refuse(int code, @Nullable String why) {
        leave(code, why, RSocketException.of(code, why));
    }

    /** The peer says what went wrong with the connection. */
    void told(RSocketException what) {
        if (what instanceof RSocketException.ConnectionClose) {
            peerDraining = true;
            responder().closing(handle);
            settle();
        } else if (what instanceof RSocketException.ConnectionError
                || (client && !established && Codes.isOfSetup(what.code()))) {
            end(what);
        }
    }

    @Override
    public void writable() {
        if (state == State.OPEN) {
            sender.writable();
            streams.writable();
            responder().writable(handle);
        }
    }

    @Override
    public void look(long now) {
        if (state == State.FIRST_FRAME || state == State.ACCEPTING) {
            if (now - begunAt > limits.setupTimeout().toNanos()) {
                refuse(RSocketException.InvalidSetup.CODE, "no setup came in time (setupTimeout)");
            }
            return;
        }
        if (beat(now) && leases != null) {
            leases.look(now);
        }
        boolean isIdle = state == State.OPEN && draining && streams.table.size() == 0;
        idleSince = isIdle ? Math.min(idleSince, now) : Long.MAX_VALUE;
        if (isIdle && now - idleSince >= ON_ITS_WAY) {
            end(null);
        }
    }

    /** Looks whether the peer is there, and tells a server that we are; false if it is over. */
    boolean beat(long now) {
        Vitals alive = vitals;
        if (state == State.OPEN && alive != null) {
            if (handle.isPaused()) {
                alive.heard(now); // what it says is not read
            }
            if (alive.isDead(now) && lasting != null) {
                lasting.lose();
            } else if (alive.isDead(now)) {
                fail("nothing came for " + setup().lifetime().toMillis() + " ms (lifetime)");
            } else if (client && (lasting == null || lasting.isConnected()) && alive.mustSpeak(now)) {
                sender.keepalive(true, NOTHING);
            }
        }
        return state != State.OVER;
    }

    @Override
    public void closed(@Nullable Throwable failure) {
        over(Frames.explained(failure, client && !established));
    }

    // ------------------------------------------------------------ how it ends, or goes on

    /** Whether it goes on over another connection if this one is cut: not once one of the two says that it ends. */
    boolean isLasting() {
        return state != State.OVER && !peerDraining && !draining;
    }

    /** It goes on over another connection. */
    void resumed() {
        if (vitals != null) {
            vitals.heard(now());
            agreeOnLeases();
            beginLeases();
        }
        if (draining) {
            sender.goodbye(); // which nobody has heard meanwhile
        }
    }

    /** The peer broke a rule, or has gone. */
    void fail(String why) {
        int code = state == State.OPEN ? RSocketException.ConnectionError.CODE : RSocketException.InvalidSetup.CODE;
        leave(code, why, new RSocketException.ConnectionError(why, null));
    }

    private void leave(int code, @Nullable String why, @Nullable RSocketException known) {
        if (state != State.OVER) {
            sender.error(0, code, why);
            end(known);
        }
    }

    private void end(@Nullable RSocketException why) {
        link.close();
        over(why);
    }

    private void over(@Nullable Throwable failure) {
        if (state == State.OVER) {
            return;
        }
        state = State.OVER;
        if (accepting != null) {
            accepting.cancel();
        }
        Room.leave(link, client ? null : setup);
        streams.fail(Frames.end(failure));
        if (responder != null) {
            responder.closed(handle, failure);
        }
    }

    /** To be called when streams may have ended, or answers may have been sent that nobody reads. */
    void settle() {
        if (state == State.OPEN && sender.isOverfull()) {
            fail("the answers are not read: more than " + limits.maxWaitingBytes() + " bytes wait (maxWaitingBytes)");
        } else if (state == State.OPEN && peerDraining && streams.table.size() == 0) {
            end(null);
        }
    }

    @Override
    public void drain() {
        if (state == State.FIRST_FRAME) {
            end(null);
        } else if (!draining && state != State.OVER) {
            draining = true;
            sender.goodbye();
            if (state == State.OPEN) {
                responder().writable(handle); // what waits will not be sent
            }
        }
    }

    /** Closes now, for a reason that the peer is told. */
    void close(String reason) {
        leave(RSocketException.ConnectionError.CODE, reason, null);
    }

    private long now() {
        return link.clock().nanoTime();
    }

    // ------------------------------------------------------------ for what comes on streams

    /** Null if there are none, as yet or any more. */
    @Nullable
    Leases leases() {
        return state == State.OVER ? null : leases;
    }

    Responder responder() {
        return Objects.requireNonNull(responder, "nobody answers yet");
    }

    boolean isDraining() {
        return draining;
    }

    // ------------------------------------------------------------ for the application

    /** What the application has of this end. */
    public LoopConnection handle() {
        return handle;
    }

    Setup setup() {
        return Objects.requireNonNull(setup, "not set up yet");
    }

    boolean isWritable() {
        return state == State.OPEN && sender.isWritable();
    }

    boolean isOpen() {
        return state == State.OPEN && !draining && !peerDraining && streams.haveRoom();
    }

    /** Whether a request of ours may be sent, and is. */
    boolean begins() {
        return isOpen() && sender.isWritable() && (leases == null || leases.take(now()));
    }
}
