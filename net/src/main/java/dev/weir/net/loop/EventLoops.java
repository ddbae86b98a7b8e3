package dev.weir.net.loop;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that serve connections. They start with their first user, a listening server or an
 * open connection, and end with the last; they are no daemons, so a program lives as long as its
 * servers.
 */
public final class EventLoops {
    private static final EventLoops SHARED =
            new EventLoops("weir-loop-", Runtime.getRuntime().availableProcessors());
    private static final AtomicInteger OWN = new AtomicInteger();

    private final String prefix;
    private final int threads;
    private final Transport transport = Transport.best();
    private int users;
    private @Nullable EventLoopGroup group;

    private EventLoops(String prefix, int threads) {
        this.prefix = prefix;
        this.threads = threads;
    }

    /**
     * Those that all servers and clients of the process use unless told otherwise, one per
     * processor.
     */
    public static EventLoops shared() {
        return SHARED;
    }

    /** Loops of one's own. */
    public static EventLoops of(int threads) {
        return new EventLoops("weir-loop-own" + OWN.incrementAndGet() + "-", threads);
    }

    /** Starts the threads if need be; each call needs a {@link #release}. */
    public synchronized EventLoopGroup acquire() {
        EventLoopGroup current = group;
        if (current == null) {
            AtomicInteger number = new AtomicInteger();
            ThreadFactory factory = task -> new LoopThread(task, prefix + number.incrementAndGet());
            current = new MultiThreadIoEventLoopGroup(threads, factory, transport.handlers());
            group = current;
        }
        users++;
        return current;
    }

    /** Ends the threads if nobody else uses them. */
    public synchronized void release() {
        EventLoopGroup current = group;
        if (--users == 0 && current != null) {
            group = null;
            current.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    public Class<? extends ServerSocketChannel> serverChannel() {
        return transport.server();
    }

    public Class<? extends SocketChannel> clientChannel() {
        return transport.client();
    }
}
