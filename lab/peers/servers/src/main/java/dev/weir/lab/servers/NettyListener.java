package dev.weir.lab.servers;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.function.Consumer;

/** Listens with nothing but Netty: epoll where there is one, as Netty comes else. */
final class NettyListener {
    private NettyListener() {}

    static void listen(Setup setup, Consumer<ChannelPipeline> handlers) throws InterruptedException {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        Class<? extends ServerSocketChannel> type =
                epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(Setup.loops(), io))
                .channel(type)
                .option(ChannelOption.SO_BACKLOG, Setup.BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        handlers.accept(channel.pipeline());
                    }
                })
                .bind(setup.address())
                .sync();
    }
}
