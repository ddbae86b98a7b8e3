package dev.weir.net.http.server;

import dev.weir.net.loop.Frequency;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** Writes the frames of responses into the connection's output, where those of many gather; Netty's way writes the others. */
final class Http2Writer extends DefaultHttp2FrameWriter {
    /*
     * Netty 4.2.18 makes a buffer of each frame's head and one of what follows, and a promise for each: of a small response
     * that is more than all else. What is gathered counts as written. Http2Order keeps the order with what does not gather.
     */

    /** Within it only so many streams may be reset, by either side. */
    static final long RESETS_WINDOW = TimeUnit.SECONDS.toNanos(30);

    private static final int HEAD = 9;
    private static final int LARGE = LoopShare.SCRATCH / 2;
    private static final int USUAL_BLOCK = 1024;
    private static final byte END_STREAM = 0x1;
    private static final byte END_HEADERS = 0x4;

    private static final FastThreadLocal<ByteBuf> BLOCK = new FastThreadLocal<>() {
        @Override
        protected ByteBuf initialValue() {
            return UnpooledByteBufAllocator.DEFAULT.heapBuffer(USUAL_BLOCK);
        }
    };

    private final Http2HeadersEncoder fields;
    private final Output out;
    private final LoopShare share;
    private final Frequency resets;

    private Http2Writer(Http2HeadersEncoder fields, Output out, LoopShare share, int maxResets) {
        super(fields);
        this.fields = fields;
        this.out = out;
        this.share = share;
        this.resets = new Frequency(maxResets, RESETS_WINDOW);
    }

    static Http2Writer of(Output out, LoopShare share, int maxResets) {
        return new Http2Writer(new DefaultHttp2HeadersEncoder(), out, share, maxResets);
    }

    /** A client can make a server reset streams without doing so itself. */
    @Override
    public ChannelFuture writeRstStream(
            ChannelHandlerContext ctx, int streamId, long errorCode, ChannelPromise promise) {
        return resets.allows(share.now())
                ? super.writeRstStream(ctx, streamId, errorCode, promise)
                : promise.setFailure(Http2Exception.connectionError(
                        Http2Error.ENHANCE_YOUR_CALM, "the client makes the server reset too many streams"));
    }

    @Override
    public ChannelFuture writeHeaders(
            ChannelHandlerContext ctx,
            int streamId,
            Http2Headers headers,
            int padding,
            boolean endStream,
            ChannelPromise promise) {
        ByteBuf block = BLOCK.get().clear();
        try {
            fields.encodeHeaders(streamId, headers, block);
            block(streamId, block, endStream ? END_STREAM : 0);
        } catch (Http2Exception failure) {
            promise.tryFailure(failure);
            return ctx.newFailedFuture(failure);
        } finally {
            if (block.capacity() > LoopShare.SCRATCH) {
                block.clear().capacity(USUAL_BLOCK);
            }
        }
        return written(promise);
    }

    private void block(int streamId, ByteBuf block, byte flags) {
        int length = block.readableBytes();
        if (length > maxFrameSize()) {
            out.bytes(frames(streamId, block, flags));
            return;
        }
        begin(length, Http2FrameTypes.HEADERS, (byte) (flags | END_HEADERS), streamId);
        out.bytes(block.array(), block.arrayOffset() + block.readerIndex(), length);
    }

    /** Of a large block: no other frame may come between them (RFC 9113 section 6.10), so they are one piece of the output. */
    private byte[] frames(int streamId, ByteBuf block, byte flags) {
        int most = maxFrameSize();
        int count = (block.readableBytes() + most - 1) / most;
        ByteBuffer frames = ByteBuffer.allocate(count * HEAD + block.readableBytes());
        byte type = Http2FrameTypes.HEADERS;
        byte more = flags;
        while (block.isReadable()) {
            int length = Math.min(block.readableBytes(), most);
            more |= length == block.readableBytes() ? END_HEADERS : 0;
            frames.put(head(length, type, more, streamId), 0, HEAD);
            frames.put(block.array(), block.arrayOffset() + block.readerIndex(), length);
            block.skipBytes(length);
            type = Http2FrameTypes.CONTINUATION;
            more = 0;
        }
        return frames.array();
    }

    @Override
    public ChannelFuture writeData(
            ChannelHandlerContext ctx,
            int streamId,
            ByteBuf data,
            int padding,
            boolean endStream,
            ChannelPromise promise) {
        int length = data.readableBytes();
        if (length >= LARGE) {
            return super.writeData(ctx, streamId, data, padding, endStream, promise);
        }
        begin(length, Http2FrameTypes.DATA, endStream ? END_STREAM : 0, streamId);
        for (ByteBuffer part : data.nioBuffers()) {
            out.bytes(part);
        }
        data.release();
        return written(promise);
    }

    /** Writes a frame of what the windows allow, no longer than any peer takes. */
    void data(int streamId, byte[] bytes, int length, boolean endStream) {
        begin(length, Http2FrameTypes.DATA, endStream ? END_STREAM : 0, streamId);
        out.bytes(bytes, 0, length);
    }

    private void begin(int length, byte type, byte flags, int streamId) {
        out.room(length < LARGE ? HEAD + length : HEAD);
        out.bytes(head(length, type, flags, streamId), 0, HEAD);
    }

    private byte[] head(int length, byte type, byte flags, int streamId) {
        byte[] small = share.small();
        small[0] = (byte) (length >>> 16);
        small[1] = (byte) (length >>> 8);
        small[2] = (byte) length;
        small[3] = type;
        small[4] = flags;
        small[5] = (byte) (streamId >>> 24);
        small[6] = (byte) (streamId >>> 16);
        small[7] = (byte) (streamId >>> 8);
        small[8] = (byte) streamId;
        return small;
    }

    private static ChannelFuture written(ChannelPromise promise) {
        promise.trySuccess();
        return promise;
    }
}
