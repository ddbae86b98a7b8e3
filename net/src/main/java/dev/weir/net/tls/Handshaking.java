package dev.weir.net.tls;

import dev.weir.net.loop.LoopShare;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.time.Duration;

/** Stands where a connection's handler will be, until the handshake of TLS is over. */
abstract class Handshaking extends ChannelInboundHandlerAdapter implements LoopShare.Member {
    protected final Channel channel;
    private final LoopShare share;
    private long since;

    Handshaking(Channel channel, LoopShare share) {
        this.channel = channel;
        this.share = share;
    }

    /** What speaks TLS. */
    protected abstract ChannelHandler tls();

    /** Adds what takes this one's place; its {@code channelActive} is called. */
    protected abstract void agreed(ChannelHandlerContext ctx);

    /** Says why there will be no connection, and closes the channel. */
    protected abstract void failed(ChannelHandlerContext ctx, Throwable cause);

    protected abstract Duration limit();

    /** The limit has passed: closes the channel. */
    protected abstract void late();

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.pipeline().addFirst(tls());
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
                share.remove(this);
                agreed(ctx);
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

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        share.remove(this);
    }

    @Override
    public void look(long now) {
        if (now - since > limit().toNanos()) {
            late();
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
