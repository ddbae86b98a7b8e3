package dev.weir.lab.servers;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;

/** Downloads by Netty. */
final class NettyClient implements Server {
    @Override
    public void start(Setup setup) throws InterruptedException {
        Downloads downloads = new Downloads();
        IoHandlerFactory io = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        Bootstrap bootstrap = new Bootstrap()
                .group(new MultiThreadIoEventLoopGroup(Setup.loops(), io))
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpClientCodec()).addLast(new Handler(setup, downloads));
                    }
                });
        for (int i = 0; i < Downloads.PARALLEL; i++) {
            bootstrap.connect(setup.address()).sync();
        }
        downloads.print();
    }

    private static final class Handler extends SimpleChannelInboundHandler<HttpObject> {
        private final Setup setup;
        private final Downloads downloads;

        Handler(Setup setup, Downloads downloads) {
            this.setup = setup;
            this.downloads = downloads;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ask(ctx);
        }

        private void ask(ChannelHandlerContext ctx) {
            FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, setup.path());
            request.headers().set(HttpHeaderNames.HOST, setup.host());
            ctx.writeAndFlush(request);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
            if (message instanceof HttpContent content) {
                downloads.count(content.content().readableBytes());
            }
            if (message instanceof LastHttpContent) {
                ask(ctx);
            }
        }
    }
}
