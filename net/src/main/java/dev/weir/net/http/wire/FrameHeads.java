package dev.weir.net.http.wire;

import dev.weir.net.loop.Frequency;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks at the head of each frame of HTTP/2 before the codec does, throws away what the codec is not to see, and counts what
 * brings nothing.
 */
public abstract class FrameHeads extends ChannelDuplexHandler {
    /*
     * What the peer had sent of a body before it knew that we have reset the stream is thrown away here, and counts for
     * the connection's window only. Netty 4.2.18 would answer each of these frames with one more reset, of which it makes
     * no more than a few before it ends the connection. So is what follows a head that was refused: that stream never was
     * for the codec, which would end the connection where RFC 9113 section 5.1 wants nothing to be done.
     *
     * It also answers each PING and SETTINGS, however many there are. Other frames cost little, but nobody has to send them
     * for nothing: those that bring nothing are counted against the exchanges that there are and what the peer is sent, as
     * it gives window for that.
     */

    /** So many PING or SETTINGS frames may come within ten seconds, as each has to be answered. */
    public static final int MAX_QUESTIONS = 100;

    /** So many frames that bring nothing may come within ten seconds, besides those that are paid for. */
    public static final int MAX_IDLE = 2_000;

    protected static final int END_STREAM = 0x1;

    private static final int ACK = 0x1;
    private static final int PADDED = 0x8;
    private static final int HEAD = 9;
    private static final int TYPE = 3;
    private static final int FLAGS = 4;
    private static final int STREAM = 5;
    private static final int END_HEADERS = 0x4;
    private static final int LONGEST = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;
    private static final int BYTES_TO_PAY = 512;
    private static final int MOST_PADDING = 256;
    private static final int NUMBER = 4; // the payload of RST_STREAM and of WINDOW_UPDATE
    private static final int LITTLE = 1024;
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(10);

    protected final Http2ConnectionHandler codec;
    protected final LongSupplier now;
    private final Frequency questions = new Frequency(MAX_QUESTIONS, WINDOW);
    private final Frequency idle = new Frequency(MAX_IDLE, WINDOW);
    private final byte[] head = new byte[HEAD];
    private int from; // of what the codec has not got, in what is scanned
    private int start; // of the frame
    private int headSize;
    private int skip; // of a preface, or of the frame's payload
    private boolean inBlock; // of the fields of a head or trailer
    private boolean lastOfBlock;
    private boolean dropping; // the frame's payload
    private boolean over;
    private int sent; // bytes that have not paid yet

    /**
     * For a connection that begins.
     *
     * @param preface so many bytes come before the first frame
     */
    protected FrameHeads(Http2ConnectionHandler codec, LongSupplier now, int preface) {
        this.codec = codec;
        this.now = now;
        this.skip = preface;
    }

    /**
     * A frame has begun.
     *
     * @throws Http2Exception if the connection is to end by that
     */
    protected abstract void frame(byte type, byte flags, int stream) throws Http2Exception;

    /** Whether the peer may have begun to send a body on that stream, and not have ended it. */
    protected abstract boolean isUnended(int stream);

    /** Whether the peer has begun that stream, which the codec may have refused without a trace. */
    protected abstract boolean isBegun(int stream);

    /** Whether a frame of that type, which has begun, has no meaning, so that it is thrown away. */
    protected abstract boolean isMeaningless(byte type, int stream);

    /** What came has been looked at; the codec has not got it yet. */
    protected void scanned() {}

    /** How long the payload is of the frame that has begun. */
    protected final int length() {
        return skip;
    }

    /** Whether the rest of a head or trailer is to come. */
    protected final boolean isInBlock() {
        return inBlock;
    }

    /** Whether nothing that comes is passed on any more. */
    protected final boolean isOver() {
        return over;
    }

    /** Passes on nothing that comes from now on. */
    protected final void stop() {
        over = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (over) {
            ReferenceCountUtil.release(message);
            return;
        }
        ByteBuf bytes = withHeld(ctx, (ByteBuf) message);
        from = bytes.readerIndex();
        try {
            scan(ctx, bytes);
            scanned();
            ctx.fireChannelRead(bytes.setIndex(from, headSize > 0 ? start : bytes.writerIndex()));
        } catch (Http2Exception wrong) {
            ctx.fireChannelRead(bytes.setIndex(from, Math.max(from, start))); // what came before is still to be served
            refuse(ctx.pipeline(), wrong);
        }
    }

    /** A frame's head that has not come as a whole is held back, so that what is made of it does not depend on that. */
    private ByteBuf withHeld(ChannelHandlerContext ctx, ByteBuf bytes) {
        if (headSize == 0) {
            return bytes;
        }
        ByteBuf all = ctx.alloc().buffer(headSize + bytes.readableBytes());
        all.writeBytes(head, 0, headSize).writeBytes(bytes);
        bytes.release();
        headSize = 0;
        return all;
    }

    /** Ends the connection. */
    protected final void refuse(ChannelPipeline pipeline, Http2Exception wrong) {
        stop();
        codec.onError(pipeline.context(codec), false, wrong);
    }

    private void scan(ChannelHandlerContext ctx, ByteBuf bytes) throws Http2Exception {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        start = at;
        while (at < end) {
            if (skip > 0) {
                int skipped = Math.min(skip, end - at);
                skip -= skipped;
                at += skipped;
                inBlock &= skip > 0 || !lastOfBlock;
                from = dropping ? at : from;
                dropping &= skip > 0;
            } else {
                if (headSize == 0) {
                    start = at;
                }
                head[headSize++] = bytes.getByte(at++);
                if (headSize == HEAD) {
                    headSize = 0;
                    skip = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | (head[2] & 0xff);
                    if (head[TYPE] == Http2FrameTypes.DATA && isLate(ctx, bytes)) {
                        nothing(skip < LITTLE);
                        drop(head[FLAGS]);
                        from = at;
                    } else if (!inBlock && (isMeaningless(head[TYPE], streamId()) || isOfRefused(ctx, bytes))) {
                        passOn(ctx, bytes);
                        dropping = skip > 0;
                        from = at;
                    }
                    begin(head[TYPE], head[FLAGS]);
                    inBlock &= skip > 0 || !lastOfBlock;
                }
            }
        }
    }

    private void begin(byte type, byte flags) throws Http2Exception {
        if (type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION) {
            inBlock = true;
            lastOfBlock = (flags & END_HEADERS) != 0;
        }
        frame(type, flags, streamId());
        count(type, flags);
    }

    private void count(byte type, byte flags) throws Http2Exception {
        switch (type) {
            case Http2FrameTypes.HEADERS, Http2FrameTypes.CONTINUATION -> {} // the codec counts the latter
            case Http2FrameTypes.DATA ->
                nothing((flags & END_STREAM) == 0 && (skip == 0 || ((flags & PADDED) != 0 && skip <= MOST_PADDING)));
            case Http2FrameTypes.PING, Http2FrameTypes.SETTINGS -> {
                if ((flags & ACK) != 0) {
                    nothing();
                } else if (!questions.allows(now.getAsLong())) {
                    throw tooMany("PING and SETTINGS frames");
                }
            }
            default -> nothing();
        }
    }

    private void nothing(boolean really) throws Http2Exception {
        if (really) {
            nothing();
        }
    }

    /** Counts a frame that brings nothing. */
    protected final void nothing() throws Http2Exception {
        if (!idle.allows(now.getAsLong())) {
            throw tooMany("frames that bring nothing");
        }
    }

    private static Http2Exception tooMany(String what) {
        return Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "too many %s", what);
    }

    /** Something happens for which so many frames that bring nothing may be due. */
    protected final void pay(int frames) {
        idle.pay(frames);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        sent += ((ByteBuf) message).readableBytes();
        int paid = sent / BYTES_TO_PAY;
        idle.pay(paid);
        questions.pay(paid);
        sent %= BYTES_TO_PAY;
        ctx.write(message, promise);
    }

    /** Whether the frame is part of a body whose stream we have reset: what comes before it may have made us do so. */
    private boolean isLate(ChannelHandlerContext ctx, ByteBuf bytes) {
        if (inBlock || skip > LONGEST || !isUnended(streamId())) {
            return false;
        }
        passOn(ctx, bytes);
        boolean padded = (head[FLAGS] & PADDED) != 0; // may be malformed
        var stream = codec.connection().stream(streamId());
        return stream == null || (stream.isResetSent() && !padded);
    }

    /** Whether the frame is for a stream whose head the codec refused: that may stand just before it. */
    private boolean isOfRefused(ChannelHandlerContext ctx, ByteBuf bytes) {
        boolean harmless = head[TYPE] == Http2FrameTypes.RST_STREAM || head[TYPE] == Http2FrameTypes.WINDOW_UPDATE;
        if (!harmless || skip != NUMBER || !isBegun(streamId()) || isKnown()) {
            return false;
        }
        passOn(ctx, bytes);
        return !isKnown();
    }

    private boolean isKnown() {
        return codec.connection().streamMayHaveExisted(streamId());
    }

    /** The codec gets what stands before the frame. */
    private void passOn(ChannelHandlerContext ctx, ByteBuf bytes) {
        if (start > from) {
            ctx.fireChannelRead(bytes.retainedSlice(from, start - from));
            from = start;
        }
    }

    private void drop(byte flags) throws Http2Exception {
        dropping = skip > 0;
        boolean last = (flags & END_STREAM) != 0;
        codec.connection().local().flowController().receiveFlowControlledFrame(null, Unpooled.EMPTY_BUFFER, skip, last);
    }

    private int streamId() {
        return (head[STREAM] & 0x7f) << 24
                | (head[STREAM + 1] & 0xff) << 16
                | (head[STREAM + 2] & 0xff) << 8
                | (head[STREAM + 3] & 0xff);
    }
}
