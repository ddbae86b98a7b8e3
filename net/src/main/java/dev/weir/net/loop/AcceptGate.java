package dev.weir.net.loop;

import dev.weir.Clock;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts connections and stops accepting at the limit: those beyond it wait in the kernel's backlog. */
final class AcceptGate extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");
    private static final Map<EventLoop, Integer> ACCEPTING = new ConcurrentHashMap<>();
    private static final long SILENCE = TimeUnit.MINUTES.toNanos(1);

    private final int limit;
    private final @Nullable Clock clock;
    private final Function<Channel, String> shown;
    private final Frequency fullTold = new Frequency(1, SILENCE);
    private final Frequency failureTold = new Frequency(1, SILENCE);
    private final Runnable onClose;
    private final ChannelFutureListener closed = end -> closed(); // the same for all connections
    private final AtomicInteger open = new AtomicInteger();
    private volatile @Nullable ChannelHandlerContext server;
    private boolean failing;

    /**
     * Makes one for a server.
     *
     * @param clock null for the system's
     * @param shown the server's address, as logs have it
     * @param onClose runs after each connection's end, on its event loop
     */
    AcceptGate(int limit, @Nullable Clock clock, Function<Channel, String> shown, Runnable onClose) {
        this.limit = limit;
        this.clock = clock;
        this.shown = shown;
        this.onClose = onClose;
    }

    int open() {
        return open.get();
    }

    /** Whether a server accepts connections on the loop. */
    static boolean isOn(EventLoop loop) {
        return ACCEPTING.containsKey(loop);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        server = ctx;
        EventLoop loop = ctx.channel().eventLoop();
        ACCEPTING.merge(loop, 1, Integer::sum);
        // not every channel tells that it is no longer active, where its socket was closed before
        ctx.channel().closeFuture().addListener(end -> ACCEPTING.computeIfPresent(loop, AcceptGate::less));
        ctx.fireChannelActive();
    }

    private static @Nullable Integer less(EventLoop loop, int servers) {
        return servers > 1 ? servers - 1 : null;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (open.incrementAndGet() >= limit) {
            accept(ctx, false);
            resume(ctx); // one may have closed just before
            tellIfFull(ctx);
        }
        ((Channel) message).closeFuture().addListener(closed);
        ctx.fireChannelRead(message);
    }

    private void tellIfFull(ChannelHandlerContext ctx) {
        boolean full = !failing && !ctx.channel().config().isAutoRead();
        if (full && fullTold.allows(now())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the server at " + shown.apply(ctx.channel())
                            + " has all the connections that maxConnections(..) allows, " + limit
                            + ": new ones wait until others close");
        }
    }

    private long now() {
        return clock == null ? System.nanoTime() : clock.nanoTime();
    }

    private void closed() {
        ChannelHandlerContext ctx = server;
        int left = open.decrementAndGet();
        try {
            if (left < limit
                    && ctx != null
                    && !ctx.channel().config().isAutoRead()
                    && ctx.channel().isOpen()) {
                resumeSoon(ctx);
            }
        } finally {
            onClose.run();
        }
    }

    private void resumeSoon(ChannelHandlerContext ctx) {
        try {
            EventLoops.queue(ctx.executor(), () -> resume(ctx)); // unless the server, too, has ended just now
        } catch (Throwable full) { // there may be no other close that would ask; here it takes less memory
            resumeHere(ctx);
        }
    }

    private void resumeHere(ChannelHandlerContext ctx) {
        try {
            resume(ctx);
        } catch (Throwable full) {
            accept(ctx, false); // as it does not: the next close asks
            throw full;
        }
    }

    private void resume(ChannelHandlerContext ctx) {
        if (!failing && open.get() < limit) {
            accept(ctx, true);
        }
    }

    private static void accept(ChannelHandlerContext ctx, boolean on) {
        ctx.channel().config().setAutoRead(on);
    }

    /** Most likely the process is out of file descriptors: tries again in a second, and says so once a minute. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failing = true;
        accept(ctx, false);
        tryAgainLater(ctx);
        if (failureTold.allows(now())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "can't accept connections, trying again each second: " + reason(cause));
        }
    }

    private String reason(Throwable cause) {
        String text = ConnectFailure.text(cause);
        return ConnectFailure.isOutOfFiles(cause)
                ? text + "; allow it more, or the server fewer connections than " + limit
                        + " (setting: maxConnections); clients wait in the kernel"
                : text;
    }

    private void tryAgainLater(ChannelHandlerContext ctx) {
        try {
            ctx.executor().schedule(() -> tryAgain(ctx), 1, TimeUnit.SECONDS);
        } catch (Throwable noTimer) { // as without memory, which there may be at once: nobody else would accept again
            tryAgain(ctx);
        }
    }

    private void tryAgain(ChannelHandlerContext ctx) {
        failing = false;
        resume(ctx);
    }
}
