package dev.weir.net.websocket;

import dev.weir.net.loop.Frequency;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.OneReader;
import dev.weir.net.loop.Received;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.ssl.SslHandler;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes messages of what was received, one when one is demanded; control frames are passed on in between. */
final class MessageReader implements Inbound.Feed<Message> {
    /*
     * Each ping is answered, however many there are, and a message may have any number of fragments without anything
     * in them. Those, and pongs that answer nothing, are counted against what else comes.
     */
    private static final int COMPRESSED = 4;
    static final int A_FRAME = 64; // of a turn
    private static final int MAX_IDLE = 1_000;
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(10);

    private final SocketHandler socket;
    private final Received received;
    private final FrameReader frames;
    private final @Nullable Inflation inflation;
    private final int limit;
    private final Frequency idle = new Frequency(MAX_IDLE, WINDOW);
    private @Nullable ChannelHandlerContext ctx;
    private final boolean server;
    private final WebSocketOptions options;
    private final boolean extended;
    private @Nullable StreamReader streams;
    private @Nullable Assembly assembly;
    private int assembled; // of that, so many bytes are counted
    private boolean discarding;
    private boolean ended;

    MessageReader(
            SocketHandler socket, Received received, boolean server, Handshaken agreed, WebSocketOptions options) {
        this.socket = socket;
        this.received = received;
        this.server = server;
        this.options = options;
        this.extended = agreed.deflate() != null;
        this.frames = new FrameReader(server, extended, options);
        this.inflation = agreed.deflate() == null ? null : agreed.deflate().inflation(server, options.maxMessage);
        this.limit = options.maxMessage;
    }

    static WebSocketException tooBig(int limit) {
        return new WebSocketException(CloseReason.TOO_BIG, "a message is larger than " + limit + " bytes (maxMessage)");
    }

    void begin(ChannelHandlerContext newCtx) {
        ctx = newCtx;
        Channel channel = newCtx.channel();
        if (channel.pipeline().get(SslHandler.class) == null) { // which has buffers of its own
            channel.config().setAllocator(new HeapFirst(channel.alloc()));
        }
    }

    /** Has messages read in pieces from now on, by the one who reads. */
    StreamReader streams(OneReader one) {
        StreamReader begun = new StreamReader(socket, this, new FrameParts(server, extended, options.maxPart()), one);
        streams = discarding ? null : begun; // what is thrown away by frames goes on so: one may have come in part
        return begun;
    }

    @Nullable
    Inflation inflation() {
        return inflation;
    }

    /** Whether more can be read without leaving messages to wait that nobody demands. */
    boolean hasRoom() {
        return discarding || isEmpty() || (!isAtWork() && standsControl());
    }

    /** Whether nothing that has come is left. */
    boolean isEmpty() {
        return received.available() == 0 && !isAtWork();
    }

    /** Whether a frame has been taken that is not all decompressed. */
    private boolean isAtWork() {
        return assembly != null ? assembly.isAtWork() : streams != null && streams.isAtWork();
    }

    /** Whether what comes next, or has come in part, is a frame of control. */
    boolean standsControl() {
        return (streams == null || streams.isBetweenFrames()) && frames.beginsControl(received);
    }

    /** Handles what has come and needs no demand. */
    void advance() {
        try {
            boolean more = true;
            while (more && !ended && !isAtWork() && (discarding || standsControl())) {
                more = take() != null;
            }
        } catch (WebSocketException bad) {
            var _ = socket.refuse(bad);
        }
    }

    @Override
    public @Nullable Message next() {
        try {
            while (!ended && !socket.incoming().messages().rests()) {
                Taken taken = take();
                if (taken == null) {
                    return null;
                }
                if (taken.message() != null) {
                    socket.serveSoon(); // what stands next may need no demand
                    return taken.message();
                }
            }
            return null;
        } catch (WebSocketException bad) {
            throw socket.refuse(bad);
        }
    }

    /** What a frame has completed. */
    private record Taken(@Nullable Message message) {
        static final Taken NOTHING = new Taken(null);
    }

    /** Handles one frame, or goes on with the one before; null if none is there. */
    private @Nullable Taken take() {
        Assembly begun = assembly;
        if (begun != null && begun.isAtWork()) {
            return new Taken(goOn(begun));
        }
        if (streams != null && !standsControl()) {
            return streams.discard() ? Taken.NOTHING : null;
        }
        WebSocketFrame frame = frames.next(Objects.requireNonNull(ctx, "not begun"), received);
        if (frame == null) {
            return null;
        }
        try {
            boolean data = frame instanceof TextWebSocketFrame
                    || frame instanceof BinaryWebSocketFrame
                    || frame instanceof ContinuationWebSocketFrame;
            checkReserved(frame, data);
            byte[] payload = bytes(frame.content());
            if (!data) {
                control(frame, payload);
                return Taken.NOTHING;
            }
            return discarding ? Taken.NOTHING : new Taken(data(frame, payload));
        } finally {
            frame.release();
        }
    }

    /** The buffer's own array if it has nothing else, as nobody reads the buffer again. */
    private static byte[] bytes(ByteBuf content) {
        return ByteBufUtil.getBytes(content, content.readerIndex(), content.readableBytes(), false);
    }

    private void checkReserved(WebSocketFrame frame, boolean data) {
        boolean mayBeCompressed = inflation != null && data && !(frame instanceof ContinuationWebSocketFrame);
        if (frame.rsv() != 0 && !(mayBeCompressed && frame.rsv() == COMPRESSED)) {
            throw new WebSocketException(CloseReason.PROTOCOL_ERROR, "a reserved bit is set");
        }
    }

    private void control(WebSocketFrame frame, byte[] payload) {
        switch (frame) {
            case PingWebSocketFrame ping -> {
                nothing();
                socket.pinged(payload);
            }
            case PongWebSocketFrame pong -> {
                if (!socket.ponged(payload)) {
                    nothing();
                }
            }
            case CloseWebSocketFrame close -> socket.closeReceived(reason(close));
            default -> throw new IllegalStateException("no frame of control: " + frame);
        }
    }

    /** Counts a frame of data, which may bring nothing. */
    void count(boolean something) {
        if (something) {
            idle.pay(1);
        } else {
            nothing();
        }
    }

    private void nothing() {
        if (!idle.allows(socket.share().now())) {
            throw new WebSocketException(
                    CloseReason.POLICY_VIOLATION, "more than " + MAX_IDLE + " frames in 10 s that bring nothing");
        }
    }

    private static CloseReason reason(CloseWebSocketFrame close) {
        int code = close.content().isReadable() ? close.content().getUnsignedShort(0) : CloseReason.NO_CODE;
        CloseReason reason = new CloseReason(code, close.reasonText());
        if (reason.isInvalid()
                || (code == CloseReason.NO_CODE && close.content().isReadable())) {
            throw new WebSocketException(CloseReason.PROTOCOL_ERROR, "no connection is closed with code " + code);
        }
        return reason;
    }

    private @Nullable Message data(WebSocketFrame frame, byte[] payload) {
        Assembly current = assembly;
        if (!(frame instanceof ContinuationWebSocketFrame) || current == null) {
            Inflation inflater = frame.rsv() == COMPRESSED ? inflation : null;
            current = new Assembly(frame instanceof TextWebSocketFrame, inflater, limit);
        }
        count(payload.length > 0 || frame.isFinalFragment());
        socket.incoming().messages().worked(A_FRAME);
        Message message = current.add(payload, frame.isFinalFragment());
        assembly = message == null ? current : null;
        return current.isAtWork() ? goOn(current) : message;
    }

    private @Nullable Message goOn(Assembly current) {
        Message message = current.goOn(socket.incoming().messages());
        assembly = message == null ? current : null;
        return message;
    }

    /** Counts what is held; a message that is still to come is given up if that is more than may be. */
    void settle() {
        received.settle();
        looked();
        Held held = socket.share().held();
        if (held() > LoopShare.SCRATCH && !socket.isClosing() && held.isFull()) {
            var _ = socket.refuse(new WebSocketException(
                    CloseReason.TRY_AGAIN_LATER, "all connections hold as much in memory as they may (maxHeldBytes)"));
        }
    }

    /** Counts what is held of the message that has begun, as that is made, and given away, in later turns than it has come in, too. */
    @Override
    public void looked() {
        Assembly current = assembly;
        int now = current != null ? current.size() : streams != null ? streams.size() : 0;
        if (now != assembled) {
            socket.share().held().add(now - assembled);
            assembled = now;
        }
    }

    /** How many bytes have come of what is not whole, or was not demanded; when that is settled. */
    int held() {
        return assembled + received.available();
    }

    /** From now on only control frames matter. */
    void discard() {
        discarding = true;
        forget();
    }

    private void forget() {
        assembly = null;
        if (streams != null) {
            streams.forget();
        }
        looked();
    }

    /** No message will come any more. */
    void end() {
        ended = true;
        forget();
    }

    void release() {
        received.clear();
        if (inflation != null) {
            inflation.end();
        }
    }

    @Override
    public boolean isFinished() {
        return ended || socket.isClosing();
    }

    @Override
    public void more() {
        socket.read();
    }

    @Override
    public void abandoned() {
        discard();
        socket.serveSoon();
    }
}
