package dev.weir.net.loop;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stands where a connection's handler will be, until the handshake is over. */
public final class TlsDoor extends ChannelInboundHandlerAdapter implements LoopShare.Member {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final Channel channel;
    private final LoopShare share;
    private final TlsContexts contexts;
    private final Supplier<byte[]> toPlain;
    private final Consumer<@Nullable String> opened;
    private long since;

    /**
     * @param toPlain makes what is sent to a client that speaks without TLS
     * @param opened adds what takes this one's place, for the protocol that was agreed on by ALPN, null if none was;
     *     its {@code channelActive} is called
     */
    public TlsDoor(
            Channel channel,
            LoopShare share,
            TlsContexts contexts,
            Supplier<byte[]> toPlain,
            Consumer<@Nullable String> opened) {
        this.channel = channel;
        this.share = share;
        this.contexts = contexts;
        this.toPlain = toPlain;
        this.opened = opened;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.pipeline().addFirst(contexts.handler(ctx.alloc()));
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        since = share.now();
        share.add(this);
        ctx.read();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent done) {
            if (done.isSuccess()) {
                open(ctx);
            } else {
                refuse(ctx, done.cause());
            }
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            channel.close(); // half a connection can't shake hands
        }
    }

    private void refuse(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof NotSslRecordException) {
            LOG.log(System.Logger.Level.DEBUG, "{0} speaks without TLS to a port of TLS", channel.remoteAddress());
            ChannelHandlerContext wire = ctx.pipeline().firstContext(); // in front of it nothing is encrypted
            wire.writeAndFlush(Unpooled.wrappedBuffer(toPlain.get()));
        } else {
            LOG.log(System.Logger.Level.DEBUG, "a client failed to agree on TLS: {0}", cause);
        }
        channel.close();
    }

    private void open(ChannelHandlerContext ctx) {
        share.remove(this);
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        opened.accept(tls.applicationProtocol());
        ctx.fireChannelActive();
        ctx.pipeline().remove(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        share.remove(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.log(System.Logger.Level.DEBUG, "a client failed to agree on TLS: {0}", cause);
        channel.close();
    }

    @Override
    public void look(long now) {
        if (now - since > contexts.handshakeTimeout().toNanos()) {
            channel.close();
        }
    }

    @Override
    public void drain() {
        channel.close();
    }

    @Override
    public void kill() {
        channel.close();
    }
}
