package dev.weir.lab.servers;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.function.IntConsumer;

/** Connections by Netty. */
final class NettyTcpClient implements HeldConnections.Client {
    private static final IoHandlerFactory IO =
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();

    private final Bootstrap bootstrap = new Bootstrap()
            .group(new MultiThreadIoEventLoopGroup(Setup.loops(), IO))
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class);

    @Override
    public Object connect(Setup setup, IntConsumer came) throws InterruptedException {
        Channel channel = bootstrap
                .clone()
                .handler(new Handler(came))
                .connect(setup.address())
                .sync()
                .channel();
        channel.writeAndFlush(Unpooled.wrappedBuffer(HeldConnections.REQUEST));
        return channel;
    }

    private static final class Handler extends SimpleChannelInboundHandler<ByteBuf> {
        private final IntConsumer came;

        Handler(IntConsumer came) {
            this.came = came;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf piece) {
            came.accept(piece.readableBytes());
        }
    }
}
