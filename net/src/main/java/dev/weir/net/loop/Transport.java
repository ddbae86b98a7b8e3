package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
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
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDomainSocketChannel;
import io.netty.channel.uring.IoUringServerDomainSocketChannel;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How sockets are driven. Which one it is, {@link TransportChoice} says. Classes are named in methods and not in
 * fields, as those of {@link #IO_URING} need not be there.
 */
enum Transport {
    /** Linux's epoll. */
    EPOLL {
        @Override
        @Nullable
        Throwable unavailable() {
            return Epoll.unavailabilityCause();
        }

        @Override
        IoHandlerFactory handlers() {
            return EpollHandler.factory();
        }

        @Override
        Class<? extends ServerSocketChannel> server() {
            return EpollServerSocketChannel.class;
        }

        @Override
        Class<? extends SocketChannel> client() {
            return EpollSocketChannel.class;
        }

        @Override
        Class<? extends ServerChannel> domainServer() {
            return EpollServerDomainSocketChannel.class;
        }

        @Override
        Class<? extends Channel> domainClient() {
            return EpollDomainSocketChannel.class;
        }

        @Override
        Map<ChannelOption<Integer>, Integer> keepAlive() {
            return Map.of(
                    EpollChannelOption.TCP_KEEPIDLE, SILENCE,
                    EpollChannelOption.TCP_KEEPINTVL, BETWEEN_PROBES,
                    EpollChannelOption.TCP_KEEPCNT, PROBES);
        }
    },
    /** Linux's io_uring. */
    IO_URING {
        @Override
        @Nullable
        Throwable unavailable() {
            try {
                return IoUring.unavailabilityCause();
            } catch (NoClassDefFoundError noJar) {
                return noJar;
            }
        }

        @Override
        IoHandlerFactory handlers() {
            return IoUringHandler.factory();
        }

        @Override
        Class<? extends ServerSocketChannel> server() {
            return IoUringServerSocketChannel.class;
        }

        @Override
        Class<? extends SocketChannel> client() {
            return IoUringSocketChannel.class;
        }

        @Override
        Class<? extends ServerChannel> domainServer() {
            return IoUringServerDomainSocketChannel.class;
        }

        @Override
        Class<? extends Channel> domainClient() {
            return IoUringDomainSocketChannel.class;
        }
    },
    /** What the JDK has. */
    NIO {
        @Override
        @Nullable
        Throwable unavailable() {
            return null;
        }

        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerSocketChannel> server() {
            return NioServerSocketChannel.class;
        }

        @Override
        Class<? extends SocketChannel> client() {
            return NioSocketChannel.class;
        }

        @Override
        Class<? extends ServerChannel> domainServer() {
            return NioServerDomainSocketChannel.class;
        }

        @Override
        Class<? extends Channel> domainClient() {
            return NioDomainSocketChannel.class;
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

    private static final int CLOSED = 7; // TCP_CLOSE of Linux
    private static final int SILENCE = 60; // seconds
    private static final int BETWEEN_PROBES = 10;
    private static final int PROBES = 6;

    /** Why there is none on this machine, or null. */
    abstract @Nullable Throwable unavailable();

    abstract IoHandlerFactory handlers();

    abstract Class<? extends ServerSocketChannel> server();

    abstract Class<? extends SocketChannel> client();

    abstract Class<? extends ServerChannel> domainServer();

    abstract Class<? extends Channel> domainClient();

    /** The address of a Unix domain socket. */
    SocketAddress domain(Path file) {
        return new SocketFile.Named(file);
    }

    ChannelOption<Boolean> reusePort() {
        return UnixChannelOption.SO_REUSEPORT;
    }

    /** How the kernel asks a peer that is silent whether it is still there; empty if that is as the system has it. */
    Map<ChannelOption<Integer>, Integer> keepAlive() {
        return Map.of();
    }

    /**
     * Whether files may be sent without reading them. Netty 4.2.18 does that over io_uring by threads of the kernel, each of
     * which a slow peer blocks, and counts the bytes in an int.
     */
    static boolean movesFiles(Channel channel) {
        return !channel.getClass().getName().startsWith("io.netty.channel.uring.");
    }

    /** Whether the kernel has closed the connection, as far as it tells: epoll does only where all that came is read. */
    static boolean isBroken(Channel channel) {
        return channel instanceof EpollSocketChannel socket
                && socket.isOpen()
                && socket.tcpInfo().state() == CLOSED;
    }

    /** Whether several sockets may listen on one port. */
    static boolean canSharePorts() throws IOException {
        try (java.nio.channels.ServerSocketChannel any = java.nio.channels.ServerSocketChannel.open()) {
            return any.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT);
        }
    }
}
