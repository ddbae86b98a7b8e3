package dev.weir.net.tls;

import dev.weir.net.loop.LoopShare;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stands where the handler of a server's connection will be, until the handshake is over. */
public final class TlsDoor extends Handshaking {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final TlsContexts contexts;
    private final Supplier<byte[]> toPlain;
    private final Consumer<@Nullable String> opened;

    /**
     * @param toPlain makes what is sent to a client that speaks without TLS
     * @param opened adds what takes this one's place, for the protocol that was agreed on by ALPN, null if none was
     */
    public TlsDoor(
            Channel channel,
            LoopShare share,
            TlsContexts contexts,
            Supplier<byte[]> toPlain,
            Consumer<@Nullable String> opened) {
        super(channel, share);
        this.contexts = contexts;
        this.toPlain = toPlain;
        this.opened = opened;
    }

    @Override
    protected ChannelHandler tls() {
        return contexts.handler(channel.alloc());
    }

    @Override
    protected void agreed(ChannelHandlerContext ctx) {
        opened.accept(ctx.pipeline().get(SslHandler.class).applicationProtocol());
    }

    @Override
    protected void failed(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof NotSslRecordException) {
            LOG.log(System.Logger.Level.DEBUG, "{0} speaks without TLS to a port of TLS", channel.remoteAddress());
            ChannelHandlerContext wire = ctx.pipeline().firstContext(); // in front of it nothing is encrypted
            wire.writeAndFlush(Unpooled.wrappedBuffer(toPlain.get()));
        } else {
            LOG.log(System.Logger.Level.DEBUG, "a client failed to agree on TLS: {0}", cause);
        }
        channel.close();
    }

    @Override
    protected Duration limit() {
        return contexts.handshakeTimeout();
    }

    @Override
    protected void late() {
        channel.close();
    }
}
