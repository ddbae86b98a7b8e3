package dev.weir.net.loop;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.function.Consumer;

/** Opens connections to others. */
public final class Connector {
    private Connector() {}

    /** Throws if there is no such port. */
    public static void checkPort(int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("a port is a number from 0 to 65535, not " + port);
        }
    }

    /** Closes a channel that nobody wants any more, so that its peer sees an error. */
    public static void giveUp(Channel channel) {
        if (!channel.isRegistered()) {
            channel.close();
            return;
        }
        EventLoops.queue(channel.eventLoop(), () -> Farewell.cut(channel)); // unless loop and connection have ended
    }

    /**
     * How the sockets of a client behave.
     *
     * @param near whether they are of the loop that asks for them, if one does
     * @param halfClosure whether a peer that has finished sending may still be sent to; if not, that closes the connection,
     *     and a write that fails does not, so that what the peer said can still be read
     */
    public record Manner(boolean near, boolean halfClosure) {}

    /**
     * Begins to open a socket, without a time limit: closing the future's channel gives it up. The caller holds the loops
     * until he has been told the outcome.
     *
     * @param address of the internet, which may be unresolved if a handler that is added takes care of that, or of a Unix
     *     domain socket
     * @param prepare adds the handlers
     */
    public static ChannelFuture open(
            EventLoops loops, Manner manner, SocketAddress address, Consumer<Channel> prepare) {
        EventLoopGroup group = loops.acquire();
        ChannelFuture attempt = bootstrap(loops, manner, address)
                .group(manner.near() ? EventLoops.near(group) : group)
                .disableResolver()
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ReadOn())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Listener.WATER_MARKS)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        prepare.accept(channel);
                    }
                })
                .connect();
        releaseAtEnd(loops, attempt);
        return attempt;
    }

    @SuppressWarnings("deprecation") // there is no other way to read on after a write has failed
    private static Bootstrap bootstrap(EventLoops loops, Manner manner, SocketAddress address) {
        Bootstrap bootstrap = new Bootstrap().option(ChannelOption.AUTO_CLOSE, manner.halfClosure());
        if (address instanceof UnixDomainSocketAddress domain) {
            return bootstrap
                    .channel(loops.transport().domainClient)
                    .remoteAddress(loops.transport().domain(domain.getPath()));
        }
        if (manner.halfClosure()) {
            bootstrap.option(ChannelOption.ALLOW_HALF_CLOSURE, true); // Unix domain sockets need not know it
        }
        loops.transport().keepAlive().forEach(bootstrap::option);
        return bootstrap
                .channel(loops.transport().client)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .remoteAddress(address);
    }

    /** One listener does for all connections of the loops, so that none has its own. */
    private static void releaseAtEnd(EventLoops loops, ChannelFuture attempt) {
        attempt.addListener(done -> {
            if (done.isSuccess()) {
                ClientLoops.add(attempt.channel().eventLoop());
                attempt.channel().closeFuture().addListener(loops.ofClients());
            } else {
                loops.release(); // a channel that could not even be made is never closed
            }
        });
    }
}
