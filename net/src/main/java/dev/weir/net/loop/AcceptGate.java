package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections and stops accepting at the limit: those beyond it wait in the kernel's
 * backlog.
 */
final class AcceptGate extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final int limit;
    private final Runnable onClose;
    private final AtomicInteger open = new AtomicInteger();
    private @Nullable ChannelHandlerContext server;
    private boolean paused;

    /**
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
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        open.incrementAndGet();
        ((Channel) message).closeFuture().addListener(closed -> closed());
        ctx.fireChannelRead(message);
    }

    private void closed() {
        int left = open.decrementAndGet();
        ChannelHandlerContext ctx = server;
        if (left == limit - 1 && ctx != null && !ctx.executor().isShuttingDown()) {
            ctx.executor().execute(this::resume);
        }
        onClose.run();
    }

    private void resume() {
        ChannelHandlerContext ctx = server;
        if (paused && ctx != null) {
            paused = false;
            acceptNext(ctx);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        acceptNext(ctx);
    }

    private void acceptNext(ChannelHandlerContext ctx) {
        if (open.get() < limit) {
            ctx.read();
        } else {
            paused = true;
        }
    }

    /** Most likely the process is out of file descriptors: tries again in a second. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.log(System.Logger.Level.WARNING, "can't accept a connection, pausing for 1 s", cause);
        ctx.executor().schedule(() -> acceptNext(ctx), 1, TimeUnit.SECONDS);
    }
}
