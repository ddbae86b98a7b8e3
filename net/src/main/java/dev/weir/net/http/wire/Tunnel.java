package dev.weir.net.http.wire;

import dev.weir.net.loop.Farewell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;

/** Makes the DATA of a stream of HTTP/2 the bytes of a connection, for what speaks behind it (RFC 8441 section 5). */
public final class Tunnel extends ChannelDuplexHandler {
    /*
     * Frames come and are copied whether they are asked for or not, as StreamWindow tells; to ask is to give window. Netty
     * 4.2.18 asks, too, where a channel reads by itself: so this one does not, and asks for the frames from here.
     */
    private final StreamWindow window;
    private boolean ended;

    private Tunnel(StreamWindow window) {
        this.window = window;
    }

    /** Puts what speaks, and this before it, at the end of the stream's channel. */
    public static void open(Channel stream, StreamWindow window, ChannelHandler speaker) {
        stream.config().setAutoRead(false);
        stream.pipeline().addLast(new Tunnel(window), speaker);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof Http2DataFrame data) {
                window.came(data);
                if (data.content().isReadable()) {
                    ctx.fireChannelRead(data.content().retain());
                }
            }
            if (message instanceof Http2StreamFrame frame && isLast(frame)) {
                ctx.channel().close(); // the peer's end is that of the connection
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private static boolean isLast(Http2StreamFrame frame) {
        return switch (frame) {
            case Http2DataFrame data -> data.isEndStream();
            case Http2HeadersFrame trailers -> trailers.isEndStream();
            default -> false;
        };
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        ctx.read();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame) {
            ctx.close();
        }
        ReferenceCountUtil.release(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2FrameStreamException) {
            ctx.close(); // resets the stream
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        if (window.giveBack(0)) {
            ctx.flush();
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        switch (message) {
            case ByteBuf bytes -> ctx.write(new DefaultHttp2DataFrame(bytes), promise);
            case Farewell.OutputEnd here -> end(ctx, promise);
            default -> ctx.write(message, promise);
        }
    }

    private void end(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (ended) {
            promise.setSuccess();
        } else {
            ended = true;
            ctx.write(new DefaultHttp2DataFrame(true), promise);
        }
    }

    /** Ends the stream as it should be; who leaves abruptly closes the channel before this, and the stream is reset. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (ended) {
            ctx.close(promise);
            return;
        }
        ChannelPromise told = ctx.newPromise();
        told.addListener(sent -> {
            ctx.writeAndFlush(
                    new DefaultHttp2ResetFrame(Http2Error.NO_ERROR)); // a reset makes the codec drop what it still has
            ctx.close(promise);
        });
        end(ctx, told);
        ctx.flush();
    }
}
