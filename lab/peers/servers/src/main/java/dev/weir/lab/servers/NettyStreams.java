package dev.weir.lab.servers;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Bodies and events by Netty's codec of frames and one handler: each connection makes the events for its own listeners. */
final class NettyStreams implements Server {
    @Override
    public void start(Setup setup) throws InterruptedException {
        NettyListener.listen(
                setup,
                pipeline -> pipeline.addLast(Http2FrameCodecBuilder.forServer().build())
                        .addLast(new Handler(setup)));
    }

    private static final class Handler extends ChannelInboundHandlerAdapter {
        private final Setup setup;
        private final Map<Http2FrameStream, Long> uploads = new HashMap<>();
        private final Set<Http2FrameStream> listeners = new LinkedHashSet<>();
        private @Nullable Future<?> timer;

        Handler(Setup setup) {
            this.setup = setup;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            long tick = setup.tick().toMillis();
            timer = ctx.executor()
                    .scheduleAtFixedRate(() -> Events.burst(setup, () -> emit(ctx)), tick, tick, TimeUnit.MILLISECONDS);
            ctx.fireChannelActive();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (timer != null) {
                timer.cancel(false);
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                switch (message) {
                    case Http2HeadersFrame request -> request(ctx, request);
                    case Http2DataFrame data -> data(ctx, data);
                    case Http2ResetFrame reset -> listeners.remove(reset.stream());
                    default -> {} // of the connection
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void request(ChannelHandlerContext ctx, Http2HeadersFrame request) {
            String path = request.headers().path().toString();
            Http2FrameStream stream = request.stream();
            if (path.startsWith(Streams.DOWNLOAD)) {
                head(ctx, stream, fields(Bodies.TYPE));
                new Download(ctx, stream, Streams.size(path)).send();
            } else if (path.equals(Streams.UPLOAD)) {
                uploads.put(stream, 0L);
            } else if (path.equals(Streams.EVENTS)) {
                head(ctx, stream, fields(Events.TYPE));
                listeners.add(stream);
            } else {
                answer(ctx, stream, Answer.TEXT);
            }
        }

        private void data(ChannelHandlerContext ctx, Http2DataFrame data) {
            Http2FrameStream stream = data.stream();
            long size = uploads.merge(stream, (long) data.content().readableBytes(), Long::sum);
            if (data.isEndStream()) {
                uploads.remove(stream);
                answer(ctx, stream, String.valueOf(size));
            } else {
                ctx.write(
                        new DefaultHttp2WindowUpdateFrame(data.initialFlowControlledBytes()).stream(stream),
                        ctx.voidPromise());
            }
        }

        private static Http2Headers fields(String type) {
            return new DefaultHttp2Headers()
                    .status(HttpResponseStatus.OK.codeAsText())
                    .set(HttpHeaderNames.DATE, Answer.date())
                    .set(HttpHeaderNames.CONTENT_TYPE, type);
        }

        private static void head(ChannelHandlerContext ctx, Http2FrameStream stream, Http2Headers fields) {
            ctx.write(new DefaultHttp2HeadersFrame(fields).stream(stream), ctx.voidPromise());
        }

        private static void answer(ChannelHandlerContext ctx, Http2FrameStream stream, String text) {
            byte[] body = text.getBytes(StandardCharsets.US_ASCII);
            head(ctx, stream, fields(Answer.TYPE).setInt(HttpHeaderNames.CONTENT_LENGTH, body.length));
            ctx.write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(body), true).stream(stream), ctx.voidPromise());
        }

        /** What listeners do not keep up with they miss. */
        private void emit(ChannelHandlerContext ctx) {
            if (listeners.isEmpty() || !ctx.channel().isWritable()) {
                return;
            }
            String event = Events.text();
            for (Http2FrameStream listener : listeners) {
                ctx.write(
                        new DefaultHttp2DataFrame(ByteBufUtil.writeAscii(ctx.alloc(), event)).stream(listener),
                        ctx.voidPromise());
            }
            ctx.flush();
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    private static final class Download {
        private static final int AT_ONCE = 4;

        private final ChannelHandlerContext ctx;
        private final Http2FrameStream stream;
        private final long size;
        private long made;

        Download(ChannelHandlerContext ctx, Http2FrameStream stream, long size) {
            this.ctx = ctx;
            this.stream = stream;
            this.size = size;
        }

        /** Sends some pieces, and more when they are sent. */
        void send() {
            for (int i = 1; i < AT_ONCE && size - made > Bodies.PIECE; i++) {
                ctx.write(piece(), ctx.voidPromise());
            }
            Http2DataFrame last = piece();
            if (last.isEndStream()) {
                ctx.write(last, ctx.voidPromise());
            } else {
                ctx.write(last).addListener(sent -> {
                    if (sent.isSuccess()) {
                        send();
                    }
                });
            }
            ctx.flush();
        }

        private Http2DataFrame piece() {
            byte[] piece = Bodies.piece(size - made);
            made += piece.length;
            return new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(piece), made == size).stream(stream);
        }
    }
}
