package dev.weir.net.http.client.line;

import dev.weir.net.http.wire.FrameHeads;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Looks at the head of each frame that a server sends, so that it can't keep the event loop busy for nothing. */
final class ServerFrames extends FrameHeads {
    /*
     * A server that answers needs a few HEADERS for each request, which has paid for them. A stream that we have reset may
     * still get some, and some of its body.
     */
    private static final int LITTLE = 1024;

    /*
     * A peer that is gone without a word is not noticed by writing to it, for minutes. A server that is slow sends nothing
     * either until its first response; it is not asked by PING, as some end connections by which many of those come.
     */
    private static final long A_WHILE = TimeUnit.SECONDS.toNanos(1);

    private boolean heard = true; // something, since the request that was sent then
    private long askedAt;

    /** For a connection that begins. */
    ServerFrames(Http2ConnectionHandler codec, LongSupplier now) {
        super(codec, now, 0);
    }

    /** A request is sent, which several HEADERS and updates of windows may follow. */
    void requested() {
        pay(4);
        if (heard) {
            heard = false;
            askedAt = now.getAsLong();
        }
    }

    /** Whether nothing at all has come for a while, though something was asked for. */
    boolean isSilent() {
        return !heard && now.getAsLong() - askedAt >= A_WHILE;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        heard = true;
        super.channelRead(ctx, message);
    }

    /** A piece of a body is sent, which the window may be given back for. */
    void sent() {
        pay(2);
    }

    @Override
    protected void frame(byte type, byte flags, int stream) throws Http2Exception {
        boolean fields = type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION;
        boolean late = type == Http2FrameTypes.DATA && length() < LITTLE && codec.connection().stream(stream) == null;
        if (fields || late) {
            nothing();
        }
    }

    /** What comes on streams that are no more is the codec's to count: {@link Http2ClientCodec}. */
    @Override
    protected boolean isUnended(int stream) {
        return false;
    }

    @Override
    protected boolean isBegun(int stream) {
        return false;
    }

    @Override
    protected boolean isMeaningless(byte type, int stream) {
        return false;
    }
}
