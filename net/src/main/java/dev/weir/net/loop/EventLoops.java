package dev.weir.net.loop;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.time.ZoneId;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that serve connections. They start with their first user, a listening server or an open connection, and
 * end with the last; they are no daemons, so a program lives as long as its servers.
 */
public final class EventLoops {
    private static final EventLoops SHARED =
            new EventLoops("weir-loop-", processors(), TransportChoice.ofProcess()::transport);
    private static final AtomicInteger OWN = new AtomicInteger();

    static {
        // logging needs it, and could not load it any more when the process has run out of file descriptors
        var _ = ZoneId.systemDefault().getRules();
    }

    private final String prefix;
    private final int threads;
    private final Supplier<Transport> transport; // throws if it can't be had
    private final ChannelFutureListener clientsEnd = this::clientEnded;
    private int users;
    private @Nullable EventLoopGroup group;

    private EventLoops(String prefix, int threads, Supplier<Transport> transport) {
        this.prefix = prefix;
        this.threads = threads;
        this.transport = transport;
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Those that all servers and clients of the process use unless told otherwise, one per processor. */
    public static EventLoops shared() {
        return SHARED;
    }

    /** As these, but of so many threads of one's own. */
    public EventLoops own(int count) {
        return new EventLoops(prefix + "own" + OWN.incrementAndGet() + "-", count, transport);
    }

    /** Starts the threads if need be; each call needs a {@link #release}. */
    public synchronized EventLoopGroup acquire() {
        EventLoopGroup current = group;
        if (current == null) {
            AtomicInteger number = new AtomicInteger();
            ThreadFactory factory = task -> new LoopThread(task, prefix + number.incrementAndGet());
            current = new MultiThreadIoEventLoopGroup(
                    threads, factory, transport().handlers());
            group = current;
        }
        if (users == 0) {
            var _ = current.schedule(EventLoops::firstBuffer, 1, TimeUnit.SECONDS); // starting has better to do
        }
        users++;
        return current;
    }

    /**
     * Takes a buffer of the allocator. With Netty 4.2.18 the first one takes 160 ms, most of it as JFR gets to know the events that
     * tell of buffers, and no loop should wait for that; most servers need none until a peer is slow, or speaks TLS.
     */
    private static void firstBuffer() {
        Thread.ofPlatform()
                .daemon()
                .name("weir-first-buffer")
                .start(() -> ByteBufAllocator.DEFAULT.directBuffer().release());
    }

    /** Runs a task on a loop, at once if that is where the caller is; false if the loop has ended. */
    public static boolean run(EventExecutor loop, Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
            return true;
        }
        return queue(loop, task);
    }

    /** Runs a task when the loop has done what it is doing now; false if the loop has ended. */
    public static boolean queue(EventExecutor loop, Runnable task) {
        try {
            loop.execute(task);
            return true;
        } catch (RejectedExecutionException loopHasEnded) {
            return false;
        }
    }

    /** The loop of the group that this thread is, so that what it does together stays together; else the next one. */
    static EventLoop near(EventLoopGroup group) {
        for (EventExecutor loop : group) {
            if (loop.inEventLoop()) {
                return (EventLoop) loop;
            }
        }
        return group.next();
    }

    /** Ends the threads if nobody else uses them. */
    public synchronized void release() {
        EventLoopGroup current = group;
        if (--users == 0 && current != null) {
            group = null;
            current.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Told of the end of each connection of a client that was counted by {@link ClientLoops}. */
    ChannelFutureListener ofClients() {
        return clientsEnd;
    }

    private void clientEnded(ChannelFuture closed) {
        ClientLoops.remove(closed.channel().eventLoop());
        release();
    }

    Transport transport() {
        return transport.get();
    }
}
