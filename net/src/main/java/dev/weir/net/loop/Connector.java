package dev.weir.net.loop;

import dev.weir.Cancellable;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** Blocks for as long as looking up the name takes. */
    public static InetSocketAddress resolve(String host, int port) throws UnknownHostException {
        checkPort(port);
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UnknownHostException("no address is known for host \"" + host + "\"");
        }
        return address;
    }

    /**
     * Connects.
     *
     * @param address of the internet, or of a Unix domain socket
     * @param factory called once; its handler sees {@code channelActive} when the connection is
     *     open
     * @param failed called instead, if it can't be opened
     * @return gives up the attempt, or closes the connection
     */
    public static Cancellable connect(
            LoopShares shares,
            SocketAddress address,
            Duration timeout,
            ConnectionFactory factory,
            Consumer<Throwable> failed) {
        EventLoops loops = shares.loops();
        var _ = loops.acquire(); // until the outcome is told: the channel may be closed before anybody listens
        ChannelFuture attempt = bootstrap(loops, address)
                .group(loops.acquire())
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ReadOn())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Listener.WATER_MARKS)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis(timeout))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        watch(channel);
                        channel.pipeline().addLast(factory.handler(channel, shares.of(channel.eventLoop())));
                    }
                })
                .connect();
        releaseAtEnd(loops, attempt);
        attempt.addListener(done -> {
            try {
                if (!done.isSuccess() && !(done.cause() instanceof ClosedChannelException)) { // else it was given up
                    failed.accept(cannotConnect(address, done.cause()));
                }
            } finally {
                loops.release();
            }
        });
        return () -> giveUp(attempt.channel());
    }

    private static void giveUp(Channel channel) {
        if (!channel.isRegistered()) {
            channel.close();
            return;
        }
        try {
            channel.eventLoop().execute(() -> Farewell.cut(channel));
        } catch (RejectedExecutionException loopHasEnded) {
            // so has the connection
        }
    }

    /**
     * Begins to open a socket, without a time limit: closing the future's channel gives it up. A peer that has
     * finished sending closes it; a write that fails does not, so that what the peer said can still be read. The
     * caller holds the loops until he has been told the outcome.
     *
     * @param address may be unresolved if a handler that is added takes care of that
     * @param prepare adds the handlers
     */
    @SuppressWarnings("deprecation") // there is no other way to read on after a write has failed
    public static ChannelFuture open(EventLoops loops, InetSocketAddress address, Consumer<Channel> prepare) {
        ChannelFuture attempt = new Bootstrap()
                .group(EventLoops.near(loops.acquire()))
                .channel(loops.clientChannel())
                .disableResolver()
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ReadOn())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Listener.WATER_MARKS)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        watch(channel);
                        prepare.accept(channel);
                    }
                })
                .connect(address);
        releaseAtEnd(loops, attempt);
        return attempt;
    }

    private static void watch(Channel channel) {
        ClientLoops.add(channel.eventLoop());
        channel.closeFuture().addListener(closed -> ClientLoops.remove(channel.eventLoop()));
    }

    private static void releaseAtEnd(EventLoops loops, ChannelFuture attempt) {
        AtomicBoolean released = new AtomicBoolean();
        Runnable release = () -> {
            if (released.compareAndSet(false, true)) {
                loops.release();
            }
        };
        attempt.channel().closeFuture().addListener(closed -> release.run());
        attempt.addListener(done -> {
            if (!done.isSuccess()) {
                release.run(); // a channel that could not even be made is never closed
            }
        });
    }

    private static int millis(Duration timeout) {
        return Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE);
    }

    private static Bootstrap bootstrap(EventLoops loops, SocketAddress address) {
        if (address instanceof UnixDomainSocketAddress domain) {
            return new Bootstrap()
                    .channel(loops.transport().domainClient())
                    .remoteAddress(loops.transport().domain(domain.getPath()));
        }
        return new Bootstrap()
                .channel(loops.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .remoteAddress(address);
    }

    private static Throwable cannotConnect(SocketAddress address, Throwable cause) {
        return new IOException("can't connect to " + text(address) + ": " + ConnectFailure.text(cause), cause);
    }

    /** An address for who reads a failure. */
    public static String text(SocketAddress address) {
        return address instanceof InetSocketAddress internet
                ? internet.getHostString() + ":" + internet.getPort()
                : address.toString();
    }
}
