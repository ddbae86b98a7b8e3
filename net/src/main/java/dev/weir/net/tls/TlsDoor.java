package dev.weir.net.tls;

import dev.weir.net.loop.Door;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Told;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stands where the handler of a server's connection will be, until the handshake is over. */
public final class TlsDoor extends Door {
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
        super(channel, share, contexts.handshakeTimeout().toNanos());
        this.contexts = contexts;
        this.strangers = strangers;
        this.opened = opened;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.pipeline().addFirst(new KeysOnce(), contexts.handler(channel.alloc()));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent done) {
            if (done.isSuccess()) {
                share.remove(this);
                opened.accept(ctx.pipeline().get(SslHandler.class).applicationProtocol());
                ctx.fireChannelActive();
                ctx.pipeline().remove(this);
            } else {
                failed(ctx, done.cause());
            }
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            channel.close(); // half a connection can't shake hands
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failed(ctx, cause);
    }

    /** A client that just leaves has not failed: scanners do, and what asks whether a server is there. */
    private void failed(ChannelHandlerContext ctx, Throwable cause) {
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
        return Peer.addressOf(channel);
    }

    private void log(String why) {
        LOG.log(System.Logger.Level.DEBUG, "no TLS with {0}: {1}", channel.remoteAddress(), why);
    }

    @Override
    protected void late() {
        if (!over) {
            over = true;
            tell("no handshake within " + Told.duration(contexts.handshakeTimeout())
                    + " (setting: ServerTls.handshakeTimeout)");
        }
    }
}
