package dev.weir.net.http.server;

import dev.weir.net.http.wire.FrameHeads;
import dev.weir.net.loop.Output;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Looks at the head of each frame before the codec does, for what the codec does not refuse. */
final class Http2Order extends FrameHeads {
    /*
     * Netty 4.2.18 takes no notice of HEADERS for a stream that is over, or that came out of order: what they mean is
     * not passed on, yet the client learns nothing. Here they end the connection, as RFC 9113 section 5.1 wants. Which
     * streams the client has not ended is known from the flags alone, whatever has become of our side.
     *
     * It resets a stream that has not begun if something is wrong with a frame for it, and then takes the HEADERS that
     * begin it (section 6.4 forbids that reset). Here such a frame ends the connection; PRIORITY, which may come for such a
     * stream and means nothing any more (section 5.3.2), is thrown away.
     *
     * It also waits without end for the rest of a head, before which no other frame may come (section 6.10), and takes
     * streams that have ended for no more than that, though nobody has read their ends: who reads nothing could ask for ever.
     *
     * Frames of responses gather in an output, and leave with what else the codec writes, in the order in which it did.
     */
    private static final int PRIORITY_LENGTH = 5;

    private static final int PAID_BY_REQUEST = 4;
    private static final int MOST_EMPTY = 2;
    private static final long LONGEST_GOODBYE = TimeUnit.SECONDS.toNanos(1);
    private static final int REMEMBERED = Long.SIZE;
    private static final long NONE = Long.MIN_VALUE;

    private final Output out;
    private final Set<Integer> unended = new HashSet<>();
    private final long mostUnended;
    private int last = -1;
    private int empty; // pieces of bodies in a row
    private long begun; // bit n: the client began the stream that is n before the last
    private long blockSince = NONE;
    private long closingSince = NONE;
    private int unread; // requests, before which something was written that has not been sent
    private @Nullable ChannelHandlerContext own;

    /**
     * @param out where the frames of responses gather
     * @param preface so many bytes come before the first frame
     * @param maxStreams so many streams can be open
     */
    Http2Order(Http2ConnectionHandler codec, Output out, LongSupplier now, int preface, int maxStreams) {
        super(codec, now, preface);
        this.out = out;
        this.mostUnended = 4L * maxStreams + REMEMBERED;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        own = ctx;
    }

    @Override
    protected boolean isUnended(int stream) {
        return unended.contains(stream);
    }

    @Override
    protected boolean isBegun(int stream) {
        return stream % 2 != 0 && stream <= last; // those of clients are odd
    }

    @Override
    protected void scanned() {
        blockSince = !isInBlock() ? NONE : blockSince == NONE ? now.getAsLong() : blockSince;
    }

    /** What has gathered comes first. */
    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        out.hand();
        super.write(ctx, message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        out.hand();
        ctx.flush();
        out.settle();
    }

    /** The codec closes as soon as it has written why, which may then still wait to be sent. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        stop();
        out.hand();
        closingSince = closingSince == NONE ? now.getAsLong() : closingSince;
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> ctx.close(promise));
    }

    /** Throws away all that comes from now on. */
    static void deafen(ChannelPipeline pipeline) {
        Http2Order order = pipeline.get(Http2Order.class);
        if (order != null) {
            order.stop();
        }
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
        } else if (!order.isOver() && order.blockSince != NONE && now - order.blockSince > limit) {
            order.refuse(
                    pipeline,
                    Http2Exception.connectionError(
                            Http2Error.ENHANCE_YOUR_CALM, "the rest of a head did not come in time"));
        }
    }

    @Override
    protected boolean isMeaningless(byte type, int stream) {
        return type == Http2FrameTypes.PRIORITY && stream > 0 && length() == PRIORITY_LENGTH;
    }

    private void checkBegun(byte type, int stream) throws Http2Exception {
        boolean ofAStream = type == Http2FrameTypes.DATA
                || type == Http2FrameTypes.RST_STREAM
                || type == Http2FrameTypes.WINDOW_UPDATE;
        if (stream > Math.max(0, last) && !isInBlock()) {
            if (ofAStream) {
                throw Http2Exception.connectionError(
                        Http2Error.PROTOCOL_ERROR, "a frame for stream %d, which has not begun", stream);
            }
            if (type == Http2FrameTypes.PRIORITY && length() != PRIORITY_LENGTH) {
                throw Http2Exception.connectionError(
                        Http2Error.FRAME_SIZE_ERROR, "PRIORITY of %d bytes for stream %d", length(), stream);
            }
        }
    }

    @Override
    protected void frame(byte type, byte flags, int stream) throws Http2Exception {
        checkBegun(type, stream);
        switch (type) {
            case Http2FrameTypes.HEADERS -> headers(flags, stream);
            case Http2FrameTypes.RST_STREAM -> unended.remove(stream);
            case Http2FrameTypes.DATA -> data((flags & END_STREAM) != 0, stream);
            default -> {}
        }
    }

    private void data(boolean ends, int stream) throws Http2Exception {
        if (ends) {
            unended.remove(stream);
        }
        empty = ends || length() > 0 ? 0 : empty + 1;
        if (empty > MOST_EMPTY) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "%d pieces of a body in a row are empty", empty);
        }
    }

    private void headers(byte flags, int stream) throws Http2Exception {
        blockSince = NONE; // one that was read with the end of another has its own time
        boolean ends = (flags & END_STREAM) != 0;
        if (stream > last) {
            remember(stream);
            count();
            pay(PAID_BY_REQUEST);
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

    /** By what a client has read, it has no more streams open than it may have. */
    private void count() throws Http2Exception {
        ChannelHandlerContext ctx = own;
        if (ctx == null || out.isWritable()) {
            return;
        }
        if (++unread > mostUnended) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "requests come, and what they are answered is not read");
        }
        ctx.write(Unpooled.EMPTY_BUFFER).addListener(sent -> unread--);
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
