package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts connections and stops accepting at the limit: those beyond it wait in the kernel's backlog. */
final class AcceptGate extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final int limit;
    private final Runnable onClose;
    private final AtomicInteger open = new AtomicInteger();
    private volatile @Nullable ChannelHandlerContext server;
    private boolean failing;

    /**
     * Makes one for a server.
     *
     * @param onClose runs after each connection's end, on its event loop
     */
    AcceptGate(int limit, Runnable onClose) {
        this.limit = limit;
        this.onClose = onClose;
    }

    int open() {
        return open.get();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        server = ctx;
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (open.incrementAndGet() >= limit) {
            accept(ctx, false);
            resume(ctx); // one may have closed just before
        }
        ((Channel) message).closeFuture().addListener(closed -> closed());
        ctx.fireChannelRead(message);
    }

    private void closed() {
        ChannelHandlerContext ctx = server;
        int left = open.decrementAndGet();
        if (left < limit
                && ctx != null
                && !ctx.channel().config().isAutoRead()
                && ctx.channel().isOpen()) {
            resumeSoon(ctx);
        }
        onClose.run();
    }

    private void resumeSoon(ChannelHandlerContext ctx) {
        try {
            ctx.executor().execute(() -> resume(ctx));
        } catch (RejectedExecutionException loopHasEnded) {
            // so has the server, just now
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

    /** Most likely the process is out of file descriptors: tries again in a second. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failing = true;
        accept(ctx, false);
        ctx.executor().schedule(() -> tryAgain(ctx), 1, TimeUnit.SECONDS);
        LOG.log(System.Logger.Level.WARNING, "can't accept a connection, pausing for 1 s: " + cause.getMessage());
    }

    private void tryAgain(ChannelHandlerContext ctx) {
        failing = false;
        resume(ctx);
    }
}
