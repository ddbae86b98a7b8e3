package dev.weir.postgres.pipe;

import dev.weir.Cancellable;
import dev.weir.EventLoopThread;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.transport.Transport;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The thread of an engine: all that happens to its connections happens on it, so that nothing of them needs a lock. It lasts
 * until all who use it have closed it.
 */
public final class Loop implements Executor {
    private final Set<Channel> channels = ConcurrentHashMap.newKeySet();
    private final Vertx vertx;
    private final ContextInternal context;
    private final AtomicInteger users = new AtomicInteger(1);

    /**
     * Starts one.
     *
     * @param name of its thread
     */
    public Loop(String name) {
        vertx = CompletableFuture.supplyAsync(() -> made(name), Loop::aside).join();
        context = ((VertxInternal) vertx).createEventLoopContext();
    }

    private Vertx made(String name) {
        return Vertx.builder()
                .with(new VertxOptions()
                        .setEventLoopPoolSize(1)
                        .setWorkerPoolSize(1)
                        .setInternalBlockingPoolSize(1)
                        .setUseDaemonThread(true)
                        .setFileSystemOptions(new FileSystemOptions()
                                .setFileCachingEnabled(false)
                                .setClassPathResolvingEnabled(false)))
                .withTransport(new Marked(
                        io.vertx.core.transport.Transport.NIO.implementation(),
                        channels,
                        task -> new LoopThread(task, name)))
                .build();
    }

    /** On the loop of another one Vert.x would warn that a second is made. */
    private static void aside(Runnable task) {
        Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false).start(task);
    }

    /** For what is connected: its callbacks come on this thread. */
    public Vertx vertx() {
        return vertx;
    }

    @Override
    public void execute(Runnable task) {
        context.runOnContext(_ -> task.run());
    }

    /** As {@link #execute}; false if it has ended, and its connections with it. */
    public boolean tryExecute(Runnable task) {
        try {
            execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Whether the caller is on its thread. */
    public boolean isHere() {
        return context.inThread();
    }

    /** Runs it on the loop after so many milliseconds, unless it is called off in time. */
    Cancellable after(long millis, Runnable task) {
        long timer = vertx.setTimer(millis, _ -> execute(task));
        return () -> vertx.cancelTimer(timer);
    }

    /** One more user of it, who closes it as well; false if all have closed it, and it takes no tasks any more. */
    boolean share() {
        return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** One uses it no more, which is said once; the last one ends it, and all connections that are left. */
    public void close() {
        if (users.decrementAndGet() != 0) {
            return;
        }
        boolean _ = tryExecute(this::end);
    }

    private void end() {
        // at once, since what talks to them may wait for answers; and told, since it waits for that otherwise
        List.copyOf(channels)
                .forEach(channel -> channel.unsafe().close(channel.unsafe().voidPromise()));
        var _ = vertx.close();
    }

    /** A thread on which {@code await()} fails. */
    private static final class LoopThread extends FastThreadLocalThread implements EventLoopThread {
        LoopThread(Runnable task, String name) {
            super(task, name);
            setDaemon(true);
            setContextClassLoader(Loop.class.getClassLoader());
        }
    }

    /** The usual transport, but for its threads. */
    private record Marked(Transport usual, Set<Channel> channels, ThreadFactory marking)
            implements Transport, io.vertx.core.transport.Transport {
        @Override
        public EventLoopGroup eventLoopGroup(int type, int threads, ThreadFactory factory, int ioRatio) {
            return usual.eventLoopGroup(type, threads, type == IO_EVENT_LOOP_GROUP ? marking : factory, ioRatio);
        }

        @Override
        public String name() {
            return "weir";
        }

        @Override
        public boolean available() {
            return true;
        }

        @Override
        public @Nullable Throwable unavailabilityCause() {
            return null;
        }

        @Override
        public Transport implementation() {
            return this;
        }

        @Override
        public boolean supportsDomainSockets() {
            return usual.supportsDomainSockets();
        }

        @Override
        public java.net.SocketAddress convert(SocketAddress address) {
            return usual.convert(address);
        }

        @Override
        public @Nullable SocketAddress convert(java.net.SocketAddress address) {
            return usual.convert(address);
        }

        @Override
        public IoHandlerFactory ioHandlerFactory() {
            return usual.ioHandlerFactory();
        }

        @Override
        public DatagramChannel datagramChannel() {
            return usual.datagramChannel();
        }

        @Override
        @SuppressWarnings("deprecation") // of the interface
        public DatagramChannel datagramChannel(InternetProtocolFamily family) {
            return usual.datagramChannel(family);
        }

        @Override
        public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
            ChannelFactory<? extends Channel> factory = usual.channelFactory(domainSocket);
            return () -> {
                Channel made = factory.newChannel();
                made.pipeline().addFirst(new LoginGuard());
                channels.add(made);
                made.closeFuture().addListener(_ -> channels.remove(made));
                return made;
            };
        }

        @Override
        public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
            return usual.serverChannelFactory(domainSocket);
        }
    }
}
