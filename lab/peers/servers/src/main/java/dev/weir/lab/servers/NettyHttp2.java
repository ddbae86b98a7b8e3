package dev.weir.lab.servers;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.ReferenceCountUtil;
import javax.net.ssl.KeyManagerFactory;

/** Netty's codec of frames and one handler, in plaintext or over TLS. */
final class NettyHttp2 implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        if (setup.hasTls()) {
            SslContext tls = tls(setup);
            NettyListener.listen(
                    setup,
                    pipeline -> pipeline.addLast(
                                    tls.newHandler(pipeline.channel().alloc()))
                            .addLast(new Agreement()));
        } else {
            NettyListener.listen(setup, NettyHttp2::serve);
        }
    }

    private static SslContext tls(Setup setup) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(setup.keys(), Setup.PASSWORD.toCharArray());
        return SslContextBuilder.forServer(keys)
                .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2))
                .build();
    }

    private static void serve(ChannelPipeline pipeline) {
        pipeline.addLast(Http2FrameCodecBuilder.forServer().build()).addLast(new Handler());
    }

    /** Speaks HTTP/2 when that is what both ends have agreed on. */
    private static final class Agreement extends ApplicationProtocolNegotiationHandler {
        Agreement() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                serve(ctx.pipeline());
            } else {
                ctx.close();
            }
        }
    }

    private static final class Handler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                if (message instanceof Http2HeadersFrame request && request.isEndStream()) {
                    respond(ctx, request.stream());
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private static void respond(ChannelHandlerContext ctx, Http2FrameStream stream) {
            Http2Headers headers = new DefaultHttp2Headers()
                    .status(HttpResponseStatus.OK.codeAsText())
                    .set(HttpHeaderNames.DATE, Answer.date())
                    .set(HttpHeaderNames.CONTENT_TYPE, Answer.TYPE)
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, Answer.BODY.length);
            ctx.write(new DefaultHttp2HeadersFrame(headers).stream(stream), ctx.voidPromise());
            ctx.write(
                    new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(Answer.BODY), true).stream(stream),
                    ctx.voidPromise());
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
