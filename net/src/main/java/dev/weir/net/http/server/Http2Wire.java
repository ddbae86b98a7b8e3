package dev.weir.net.http.server;

import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a connection of HTTP/2 sends: all that its streams do in one turn of the loop leaves together. */
final class Http2Wire {
    private final Channel channel;
    private final LoopShare share;
    private final Http2Codec codec;
    private final Http2RemoteFlowController windows;
    private final ChannelPromise done;
    private final List<Output> unflushed = new ArrayList<>();
    private @Nullable ChannelHandlerContext context;
    private boolean flushDue;

    Http2Wire(Channel channel, LoopShare share, Http2Codec codec) {
        this.channel = channel;
        this.share = share;
        this.codec = codec;
        this.windows = codec.connection().remote().flowController();
        this.done = channel.newPromise().setSuccess();
    }

    Channel channel() {
        return channel;
    }

    private ChannelHandlerContext context() {
        ChannelHandlerContext known = context == null ? channel.pipeline().context(codec) : context;
        context = Objects.requireNonNull(known, "the codec is not there yet");
        return known;
    }

    /** How much the client may still be sent on that stream. */
    long window(Http2Stream stream) {
        return windows.windowSize(stream);
    }

    /** The client may send so much more on that stream. */
    void giveWindow(Http2Stream stream, int more) {
        try {
            if (codec.connection().local().flowController().consumeBytes(stream, more)) {
                flushSoon();
            }
        } catch (Http2Exception wrong) {
            codec.onError(context(), true, wrong);
        }
    }

    void writeHead(int stream, Http2Headers fields, boolean last) {
        codec.encoder().writeHeaders(context(), stream, fields, 0, last, done);
        flushSoon();
    }

    /** Writes the last of a stream; {@code written} is called if the client gets it. */
    void writeTrailers(int stream, Http2Headers fields, Runnable written) {
        flushSoon();
        ChannelFuture write = codec.encoder().writeHeaders(context(), stream, fields, 0, true, channel.newPromise());
        write.addListener(sent -> {
            if (sent.isSuccess()) {
                written.run();
            }
        });
    }

    /** Sends DATA at once, or nothing if something is in the way. */
    boolean sendNow(Http2Stream stream, byte[] bytes, int length, boolean last) {
        var connection = codec.connection().connectionStream();
        if (!channel.isWritable()
                || windows.hasFlowControlled(stream)
                || length > windows.windowSize(stream)
                || length > windows.windowSize(connection)) {
            return false;
        }
        try {
            windows.incrementWindowSize(stream, -length);
            windows.incrementWindowSize(connection, -length);
        } catch (Http2Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        codec.writer().data(stream.id(), bytes, length, last);
        if (last) {
            codec.closeStreamLocal(stream, done);
        }
        flushSoon();
        return true;
    }

    /** Sends DATA as the windows allow. */
    ChannelFuture queue(int stream, ByteBuf bytes, boolean last) {
        flushSoon();
        return codec.encoder().writeData(context(), stream, bytes, 0, last, channel.newPromise());
    }

    void reset(int stream, Http2Error error) {
        codec.encoder().writeRstStream(context(), stream, error.code(), channel.newPromise());
        flushSoon();
    }

    /** Lets the client know that the connection ends, after that stream. */
    void goAway(int lastStream) {
        codec.goAway(context(), lastStream, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, channel.newPromise());
        channel.flush();
    }

    void ping(long content) {
        codec.encoder().writePing(context(), false, content, channel.newPromise());
        channel.flush();
    }

    /** Sends what that stream has gathered, with all others, when the loop has done what it is doing now. */
    void flushSoon(Output output) {
        unflushed.add(output);
        flushSoon();
    }

    private void flushSoon() {
        if (!flushDue) {
            share.loop().execute(this::flush);
            flushDue = true; // as that has not thrown
        }
    }

    private void flush() {
        flushDue = false;
        gather();
        channel.flush();
    }

    /** Hands over what the streams have gathered, as somebody flushes. */
    void gather() {
        for (int i = 0; i < unflushed.size(); i++) {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }

    /** Nothing is sent any more. */
    void close() {
        unflushed.clear();
    }
}
