package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.UnixChannelOption;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;

/** How sockets are driven. Which one it is, {@link TransportChoice} says. */
enum Transport {
    /** Linux's epoll. */
    EPOLL(
            EpollServerSocketChannel.class,
            EpollSocketChannel.class,
            EpollServerDomainSocketChannel.class,
            EpollDomainSocketChannel.class) {
        @Override
        IoHandlerFactory handlers() {
            return EpollHandler.factory();
        }

        @Override
        SocketAddress domain(Path file) {
            return new SocketFile.Forgettable(file);
        }

        @Override
        ChannelOption<Boolean> reusePort() {
            return UnixChannelOption.SO_REUSEPORT;
        }

        @Override
        Map<ChannelOption<Integer>, Integer> keepAlive() {
            return KeepAlive.OF_EPOLL;
        }
    },
    /** What the JDK has. */
    NIO(
            NioServerSocketChannel.class,
            NioSocketChannel.class,
            NioServerDomainSocketChannel.class,
            NioDomainSocketChannel.class) {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        SocketAddress domain(Path file) {
            return UnixDomainSocketAddress.of(file);
        }

        @Override
        ChannelOption<Boolean> reusePort() {
            return NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT);
        }

        @Override
        Map<ChannelOption<Integer>, Integer> keepAlive() {
            return KeepAlive.ofJdk();
        }
    };

    private static final int CLOSED = 7; // TCP_CLOSE of Linux
    private static final int FINISHED = 8; // TCP_CLOSE_WAIT: the peer has sent its last byte, and all of them are here
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(1);

    final Class<? extends ServerSocketChannel> server;
    final Class<? extends SocketChannel> client;
    final Class<? extends ServerChannel> domainServer;
    final Class<? extends Channel> domainClient;

    Transport(
            Class<? extends ServerSocketChannel> server,
            Class<? extends SocketChannel> client,
            Class<? extends ServerChannel> domainServer,
            Class<? extends Channel> domainClient) {
        this.server = server;
        this.client = client;
        this.domainServer = domainServer;
        this.domainClient = domainClient;
    }

    abstract IoHandlerFactory handlers();

    /** The address of a Unix domain socket. */
    abstract SocketAddress domain(Path file);

    abstract ChannelOption<Boolean> reusePort();

    /** How the kernel asks a peer that is silent whether it is still there; what it lacks is as the system has it. */
    abstract Map<ChannelOption<Integer>, Integer> keepAlive();

    /** Whether the kernel has closed the connection, as far as it tells: epoll does only where all that came is read. */
    static boolean isBroken(Channel channel) {
        return channel instanceof EpollSocketChannel socket
                && socket.isOpen()
                && socket.tcpInfo().state() == CLOSED;
    }

    /** Whether the peer has ended the connection, or its half of it, as far as the kernel tells where not all is read. */
    static boolean isLeft(Channel channel) {
        if (channel instanceof EpollDomainSocketChannel socket) {
            return socket.isOpen() && refuses(socket);
        }
        return isBroken(channel)
                || (channel instanceof EpollSocketChannel socket
                        && socket.isOpen()
                        && socket.tcpInfo().state() == FINISHED);
    }

    /** Over a Unix domain socket whose other end is closed not even nothing can be sent. */
    private static boolean refuses(EpollDomainSocketChannel socket) {
        try {
            socket.fd().write(NOTHING, 0, 0);
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    /** Whether several sockets may listen on one port. */
    static boolean canSharePorts() throws IOException {
        try (java.nio.channels.ServerSocketChannel any = java.nio.channels.ServerSocketChannel.open()) {
            return any.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT);
        }
    }
}
