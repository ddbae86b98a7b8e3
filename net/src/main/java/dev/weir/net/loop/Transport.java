package dev.weir.net.loop;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/**
 * How sockets are driven: Linux's epoll where its native library loads, else what the JDK has.
 *
 * <p>A connection whose peer has finished sending must use {@link #NIO}: when Netty 4.2.18 has nothing to wait for on a
 * socket it takes it out of epoll, forgets that it did, and fails the next write that does not fit at once. That only
 * happens when the peer's end has been seen and the connection goes on.
 */
enum Transport {
    EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class) {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }
    },
    NIO(NioServerSocketChannel.class, NioSocketChannel.class) {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }
    };

    /** Set to {@code nio} to do without the native library. */
    static final String PROPERTY = "dev.weir.net.transport";

    private final Class<? extends ServerSocketChannel> server;
    private final Class<? extends SocketChannel> client;

    Transport(Class<? extends ServerSocketChannel> server, Class<? extends SocketChannel> client) {
        this.server = server;
        this.client = client;
    }

    static Transport best() {
        boolean nio = "nio".equals(System.getProperty(PROPERTY));
        return !nio && Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory handlers();

    Class<? extends ServerSocketChannel> server() {
        return server;
    }

    Class<? extends SocketChannel> client() {
        return client;
    }
}
