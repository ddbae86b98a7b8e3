package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
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
import java.nio.file.Path;

/**
 * How sockets are driven: Linux's epoll where its native library loads, else what the JDK has.
 *
 * <p>A connection whose peer has finished sending must use {@link #NIO}: when Netty 4.2.18 has nothing to wait for on a
 * socket it takes it out of epoll, forgets that it did, and fails the next write that does not fit at once. That only
 * happens when the peer's end has been seen and the connection goes on.
 */
enum Transport {
    EPOLL(
            EpollServerSocketChannel.class,
            EpollSocketChannel.class,
            EpollServerDomainSocketChannel.class,
            EpollDomainSocketChannel.class) {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        SocketAddress domain(Path file) {
            return new SocketFile.Named(file);
        }

        @Override
        ChannelOption<Boolean> reusePort() {
            return UnixChannelOption.SO_REUSEPORT;
        }
    },
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
    };

    /** Set to {@code nio} to do without the native library. */
    static final String PROPERTY = "dev.weir.net.transport";

    private final Class<? extends ServerSocketChannel> server;
    private final Class<? extends SocketChannel> client;
    private final Class<? extends ServerChannel> domainServer;
    private final Class<? extends Channel> domainClient;

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

    static Transport best() {
        boolean nio = "nio".equals(System.getProperty(PROPERTY));
        return !nio && Epoll.isAvailable() ? EPOLL : NIO;
    }

    /** Whether several sockets may listen on one port. */
    static boolean canSharePorts() throws IOException {
        try (java.nio.channels.ServerSocketChannel any = java.nio.channels.ServerSocketChannel.open()) {
            return any.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT);
        }
    }

    abstract IoHandlerFactory handlers();

    abstract ChannelOption<Boolean> reusePort();

    /** The address of a Unix domain socket. */
    abstract SocketAddress domain(Path file);

    Class<? extends ServerChannel> domainServer() {
        return domainServer;
    }

    Class<? extends Channel> domainClient() {
        return domainClient;
    }

    Class<? extends ServerSocketChannel> server() {
        return server;
    }

    Class<? extends SocketChannel> client() {
        return client;
    }
}
