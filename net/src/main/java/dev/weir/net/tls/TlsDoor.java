package dev.weir.net.tls;

import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Place;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stands where the handler of a server's connection will be, until the handshake is over. */
public final class TlsDoor extends Handshaking {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final TlsContexts contexts;
    private final Strangers strangers;
    private final Consumer<@Nullable String> opened;
    private boolean over;

    /**
     * @param strangers told if there is no agreement
     * @param opened adds what takes this one's place, for the protocol that was agreed on by ALPN, null if none was
     */
    public TlsDoor(
            Channel channel,
            LoopShare share,
            TlsContexts contexts,
            Strangers strangers,
            Consumer<@Nullable String> opened) {
        super(channel, share);
        this.contexts = contexts;
        this.strangers = strangers;
        this.opened = opened;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        super.handlerAdded(ctx);
        ctx.pipeline().addFirst(new KeysOnce());
    }

    @Override
    protected ChannelHandler tls() {
        return contexts.handler(channel.alloc());
    }

    @Override
    protected void agreed(ChannelHandlerContext ctx) {
        opened.accept(ctx.pipeline().get(SslHandler.class).applicationProtocol());
    }

    /** A client that just leaves has not failed: scanners do, and what asks whether a server is there. */
    @Override
    protected void failed(ChannelHandlerContext ctx, Throwable cause) {
        if (over) {
            return;
        }
        if (!channel.isActive()) {
            log("it left before the handshake was over");
            return;
        }
        over = true;
        if (cause instanceof NotSslRecordException) {
            log("it speaks without TLS");
            ChannelHandlerContext wire = ctx.pipeline().firstContext(); // in front of it nothing is encrypted
            wire.writeAndFlush(Unpooled.wrappedBuffer(strangers.speaksPlain(client())));
        } else {
            tell(TlsFailure.ofClient(cause));
        }
        channel.close();
    }

    private void tell(String why) {
        log(why);
        strangers.failed(client(), why);
    }

    private InetSocketAddress client() {
        return Place.internet(channel.remoteAddress());
    }

    private void log(String why) {
        LOG.log(System.Logger.Level.DEBUG, "no TLS with {0}: {1}", channel.remoteAddress(), why);
    }

    @Override
    protected Duration limit() {
        return contexts.handshakeTimeout();
    }

    @Override
    protected void late() {
        if (!over) {
            over = true;
            tell("no handshake within " + limit().toMillis() + " ms (setting: ServerTls.handshakeTimeout)");
        }
        channel.close();
    }
}
