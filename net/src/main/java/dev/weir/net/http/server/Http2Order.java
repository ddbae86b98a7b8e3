package dev.weir.net.http.server;

import dev.weir.net.loop.Frequency;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.ReferenceCountUtil;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/** Looks at the head of each frame before the codec does, for what the codec does not refuse. */
final class Http2Order extends ChannelDuplexHandler {
    /*
     * The codec takes no notice of HEADERS for a stream that is over, or that came out of order: what they mean is
     * not passed on, yet the client learns nothing. Here they end the connection, as RFC 9113 section 5.1 wants. Which
     * streams the client has not ended is known from the flags alone, whatever has become of our side.
     *
     * It also answers each PING and SETTINGS, however many there are, and waits without end for the rest of a head,
     * before which no other frame may come (section 6.10).
     *
     * What a client had sent of a body before it knew that we have reset the stream is thrown away here, and counts for
     * the connection's window only. The codec would log some of these frames, answer each of the others with one more
     * reset, and take those for an attack.
     */

    /** So many PING or SETTINGS frames may come within ten seconds, as each has to be answered. */
    static final int MAX_QUESTIONS = 100;

    private static final long WINDOW = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_GOODBYE = TimeUnit.SECONDS.toNanos(1);
    private static final int HEAD = 9;
    private static final int TYPE = 3;
    private static final int FLAGS = 4;
    private static final int STREAM = 5;
    private static final int END_STREAM = 0x1;
    private static final int END_HEADERS = 0x4;
    private static final int PADDED = 0x8;
    private static final int ACK = 0x1;
    private static final int REMEMBERED = Long.SIZE;
    private static final int LONGEST = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;
    private static final long NONE = Long.MIN_VALUE;

    private final Http2FrameCodec codec;
    private final LongSupplier now;
    private final IntConsumer windows;
    private final Frequency questions = new Frequency(MAX_QUESTIONS, WINDOW);
    private final Set<Integer> unended = new HashSet<>();
    private final byte[] head = new byte[HEAD];
    private final long mostUnended;
    private int from; // of what the codec has not got, in what is scanned
    private int start; // of the frame
    private int headSize;
    private int skip; // of a preface, or of the frame's payload
    private int last = -1;
    private long begun; // bit n: the client began the stream that is n before the last
    private boolean inBlock; // of the fields of a head or trailer
    private boolean lastOfBlock;
    private long blockSince = NONE;
    private long closingSince = NONE;
    private boolean dropping; // the frame's payload
    private boolean over;

    /**
     * @param preface so many bytes come before the first frame
     * @param maxStreams so many streams can be open
     * @param windows is told each stream on which the client takes more
     */
    Http2Order(Http2FrameCodec codec, LongSupplier now, int preface, int maxStreams, IntConsumer windows) {
        this.windows = windows;
        this.codec = codec;
        this.now = now;
        this.skip = preface;
        this.mostUnended = 4L * maxStreams + REMEMBERED;
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
            blockSince = !inBlock ? NONE : blockSince == NONE ? now.getAsLong() : blockSince;
            ctx.fireChannelRead(bytes.setIndex(from, headSize > 0 ? start : bytes.writerIndex()));
        } catch (Http2Exception wrong) {
            ctx.fireChannelRead(bytes.setIndex(from, start)); // what came before is still to be served
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

    private void refuse(ChannelPipeline pipeline, Http2Exception wrong) {
        over = true;
        codec.onError(pipeline.context(codec), false, wrong);
    }

    /** The codec closes as soon as it has written why, which may then still wait to be sent. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        over = true;
        closingSince = closingSince == NONE ? now.getAsLong() : closingSince;
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> ctx.close(promise));
    }

    /** Closes without waiting until what was written is sent. */
    static void abandon(ChannelPipeline pipeline) {
        ChannelHandlerContext own = pipeline.context(Http2Order.class);
        if (own != null) {
            own.close();
        }
    }

    /** Ends the connection if the rest of a head does not come in time, or the client does not take what was said last. */
    static void look(ChannelPipeline pipeline, long now, long limit) {
        Http2Order order = pipeline.get(Http2Order.class);
        if (order == null) {
            return;
        }
        if (order.closingSince != NONE && now - order.closingSince > LONGEST_GOODBYE) {
            abandon(pipeline);
        } else if (!order.over && order.blockSince != NONE && now - order.blockSince > limit) {
            order.refuse(
                    pipeline,
                    Http2Exception.connectionError(
                            Http2Error.ENHANCE_YOUR_CALM, "the rest of a head did not come in time"));
        }
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
                        drop(head[FLAGS]);
                        from = at;
                    }
                    frame(head[TYPE], head[FLAGS], streamId());
                    inBlock &= skip > 0 || !lastOfBlock;
                }
            }
        }
    }

    /** Whether the frame is part of a body whose stream we have reset: what comes before it may have made us do so. */
    private boolean isLate(ChannelHandlerContext ctx, ByteBuf bytes) {
        boolean padded = (head[FLAGS] & PADDED) != 0; // may be malformed
        if (inBlock || padded || skip > LONGEST || !unended.contains(streamId())) {
            return false;
        }
        if (start > from) {
            ctx.fireChannelRead(bytes.retainedSlice(from, start - from));
            from = start;
        }
        var stream = codec.connection().stream(streamId());
        return stream == null || stream.isResetSent();
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

    private void frame(byte type, byte flags, int stream) throws Http2Exception {
        switch (type) {
            case Http2FrameTypes.HEADERS -> {
                block(flags);
                headers(flags, stream);
            }
            case Http2FrameTypes.CONTINUATION -> block(flags);
            case Http2FrameTypes.DATA -> {
                if ((flags & END_STREAM) != 0) {
                    unended.remove(stream);
                }
            }
            case Http2FrameTypes.RST_STREAM -> unended.remove(stream);
            case Http2FrameTypes.WINDOW_UPDATE -> windows.accept(stream);
            case Http2FrameTypes.PING, Http2FrameTypes.SETTINGS -> {
                if ((flags & ACK) == 0 && !questions.allows(now.getAsLong())) {
                    throw Http2Exception.connectionError(
                            Http2Error.ENHANCE_YOUR_CALM, "too many PING and SETTINGS frames");
                }
            }
            default -> {}
        }
    }

    private void block(byte flags) {
        inBlock = true;
        lastOfBlock = (flags & END_HEADERS) != 0;
    }

    private void headers(byte flags, int stream) throws Http2Exception {
        boolean ends = (flags & END_STREAM) != 0;
        if (stream > last) {
            remember(stream);
            if (!ends) {
                unended.add(stream);
                forget();
            }
        } else if (!unended.contains(stream)) {
            throw wasBegun(stream)
                    ? Http2Exception.connectionError(
                            Http2Error.STREAM_CLOSED, "HEADERS for stream %d after its end", stream)
                    : Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "stream %d began out of order", stream);
        } else if (ends) {
            unended.remove(stream);
        }
    }

    /** A client need not end a stream that we have reset, yet what it had sent before it knew is no fault. */
    private void forget() {
        if (unended.size() > mostUnended) {
            unended.removeIf(stream -> codec.connection().stream(stream) == null);
        }
    }

    private void remember(int stream) {
        int step = (stream - last) / 2; // those of clients are odd
        begun = step >= REMEMBERED ? 1 : begun << step | 1;
        last = stream;
    }

    /** Of a stream too long ago the worse is not assumed. */
    private boolean wasBegun(int stream) {
        int before = (last - stream) / 2;
        return before >= REMEMBERED || (begun >>> before & 1) != 0;
    }
}
