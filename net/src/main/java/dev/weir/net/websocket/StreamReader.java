package dev.weir.net.websocket;

import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Input;
import dev.weir.net.loop.OneReader;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Turn;
import java.io.IOException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Makes streams of messages: each in pieces, as they come and are demanded, with frames of control in between. */
final class StreamReader implements Inbound.Feed<MessageStream>, Input {
    /*
     * Who may go on is one of two: whoever reads the message that has begun, by its demand; or, when that message is at its
     * end, given up, or skipped, whoever reads the messages. Nothing is taken off what was received before it is
     * demanded, and of a compressed frame a part at a time is inflated, so that a piece is small whatever becomes of it.
     */
    private static final int PART = 64 * 1024;
    private static final int CODED = 16 * 1024;
    private static final int INFLATED = 32 * 1024;

    private final SocketHandler socket;
    private final MessageReader control;
    private final Received received;
    private final FrameParts frames;
    private final @Nullable Inflation inflation;
    private final Inbound<MessageStream> streams;
    private @Nullable MessagePieces<?> current;
    private Inflation.@Nullable Inflating work;
    private boolean last; // what was given is the end of the message
    private boolean left; // by whoever read the messages

    StreamReader(SocketHandler socket, MessageReader control, FrameParts frames, OneReader one) {
        this.socket = socket;
        this.control = control;
        this.received = socket.received();
        this.frames = frames;
        this.inflation = control.inflation();
        this.streams = new Inbound<>(socket.share().loop(), this, one);
    }

    /** Lets that one read, who is the one reader of the WebSocket. */
    void open(Flow.Subscriber<? super MessageStream> subscriber) {
        streams.open(subscriber);
    }

    SocketHandler socket() {
        return socket;
    }

    /** Whether a part has been taken that is not all decompressed. */
    boolean isAtWork() {
        return work != null;
    }

    /** How many bytes it holds. */
    int size() {
        return work == null ? 0 : work.size();
    }

    // ------------------------------------------------------------ whoever reads the messages

    @Override
    public @Nullable MessageStream next() {
        try {
            return skipped() ? begin() : null;
        } catch (WebSocketException bad) {
            throw socket.refuse(bad);
        }
    }

    /** Throws away what nobody wants of the message before; false if somebody does, or it has not all come. */
    private boolean skipped() {
        MessagePieces<?> before = current;
        if (before == null) {
            return true;
        }
        if (!before.skip()) {
            return false;
        }
        while (part(streams) != null) {
            if (isLast()) {
                current = null;
                return true;
            }
        }
        return false;
    }

    private @Nullable MessageStream begin() {
        if (!advance() || !frames.begin(received)) {
            return null;
        }
        control.count(frames.bringsSomething());
        MessagePieces<?> begun = frames.isText() ? MessagePieces.text(this) : MessagePieces.binary(this);
        current = begun;
        return begun.stream();
    }

    /** Handles frames of control that stand first; false if no data follows. */
    private boolean advance() {
        control.advance();
        return !isFinished() && !control.standsControl();
    }

    @Override
    public boolean isFinished() {
        return control.isFinished();
    }

    @Override
    public void more() {
        MessagePieces<?> before = current;
        if (before == null || before.skip()) {
            socket.read();
        }
    }

    @Override
    public void abandoned() {
        left = true;
        leave();
    }

    @Override
    public void looked() {
        control.looked();
    }

    /** Nobody waits for messages any more, unless one of them is still read. */
    private void leave() {
        if (left && (current == null || current.isGone())) {
            control.discard();
        }
        socket.serveSoon();
    }

    // ------------------------------------------------------------ whoever reads the message that has begun

    /** The next bytes of the message that has begun; null if there are none yet, or others come first. */
    byte @Nullable [] part(Turn turn) {
        while (!isFinished() && !turn.rests()) {
            byte[] made = null;
            if (work != null) {
                made = inflate(work, turn);
            } else if (frames.isWithin()) {
                byte[] part = frames.part(received, isCoded() ? CODED : PART);
                if (part == null) {
                    return null;
                }
                made = given(part);
            } else if (!beginFrame(turn)) {
                return null;
            }
            if (made != null) {
                return made;
            }
        }
        return null;
    }

    private boolean beginFrame(Turn turn) {
        if (!advance() || !frames.begin(received)) {
            return false;
        }
        control.count(frames.bringsSomething());
        turn.worked(MessageReader.A_FRAME);
        return true;
    }

    private boolean isCoded() {
        return frames.isCompressed();
    }

    /** What there is of a frame is given as it is, or has yet to be inflated. */
    private byte @Nullable [] given(byte[] part) {
        last = frames.endsMessage();
        if (inflation != null && isCoded()) {
            work = inflation.begin(part, last, Integer.MAX_VALUE);
            return null;
        }
        return part.length > 0 || last ? part : null;
    }

    private byte @Nullable [] inflate(Inflation.Inflating current, Turn turn) {
        turn.worked(current.step());
        boolean done = current.isDone();
        if (!done && current.made() < INFLATED) {
            return null;
        }
        byte[] made = current.take();
        work = done ? null : current;
        boolean end = done && last;
        return made.length > 0 || end ? made : null;
    }

    /** Whether the bytes that were given last are the end of the message. */
    boolean isLast() {
        return last && work == null;
    }

    /** The message that has begun is at its end. */
    void ended() {
        current = null;
        leave();
    }

    /** Whoever read the message that has begun does not any more. */
    void gone() {
        leave();
    }

    // ------------------------------------------------------------ from the WebSocket

    /** Whether the next byte is the first of a frame. */
    boolean isBetweenFrames() {
        return !frames.isWithin();
    }

    /** Nobody wants what is still to be decompressed. */
    void forget() {
        work = null;
    }

    /** Throws away what has come of a frame; false if that is nothing. */
    boolean discard() {
        return frames.isWithin() ? frames.skip(received) : frames.begin(received);
    }

    @Override
    public void drain() {
        MessagePieces<?> open = current;
        if (open != null && isFinished()) {
            open.fail(new IOException("the WebSocket was closed in the middle of a message"));
        } else if (open != null) {
            open.drain();
        }
        streams.drain();
    }

    @Override
    public void fail(Throwable failure) {
        MessagePieces<?> open = current;
        if (open != null) {
            open.fail(failure);
        }
        streams.fail(failure);
    }
}
