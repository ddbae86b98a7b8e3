package dev.weir.lab.servers;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Netty's HTTP codec and one handler. */
final class NettyHttp implements Server {
    @Override
    public void start(Setup setup) throws InterruptedException {
        NettyListener.listen(
                setup, pipeline -> pipeline.addLast(new HttpServerCodec()).addLast(new Handler(setup)));
    }

    private static final class Handler extends ChannelInboundHandlerAdapter {
        private final Duration work;
        private final boolean hasRoute;

        Handler(Setup setup) {
            this.work = setup.work();
            this.hasRoute = setup.hasRoute();
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                if (message instanceof HttpRequest request) {
                    if (hasRoute && !request.uri().equals("/")) {
                        respond(ctx, HttpResponseStatus.NOT_FOUND, HttpUtil.isKeepAlive(request));
                    } else {
                        answer(ctx, HttpUtil.isKeepAlive(request));
                    }
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void answer(ChannelHandlerContext ctx, boolean keepAlive) {
            if (work.isZero()) {
                respond(ctx, HttpResponseStatus.OK, keepAlive);
                return;
            }
            ctx.executor()
                    .schedule(
                            () -> {
                                respond(ctx, HttpResponseStatus.OK, keepAlive);
                                ctx.flush();
                            },
                            work.toMillis(),
                            TimeUnit.MILLISECONDS);
        }

        private static void respond(ChannelHandlerContext ctx, HttpResponseStatus status, boolean keepAlive) {
            FullHttpResponse response =
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(Answer.BODY));
            response.headers()
                    .set(HttpHeaderNames.DATE, Answer.date())
                    .set(HttpHeaderNames.CONTENT_TYPE, Answer.TYPE)
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, Answer.BODY.length);
            if (keepAlive) {
                ctx.write(response, ctx.voidPromise());
            } else {
                HttpUtil.setKeepAlive((HttpMessage) response, false);
                ctx.write(response).addListener(ChannelFutureListener.CLOSE);
            }
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
}
