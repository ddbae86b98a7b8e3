package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** Stands where a client's handler will be, until the handshake is over. */
public final class TlsGreeting extends ChannelInboundHandlerAdapter implements LoopShare.Member {
    /**
     * What is to be done.
     *
     * @param server its name, for who reads a failure
     * @param next takes this one's place; its {@code channelActive} is called
     * @param failed called instead
     */
    public record Ask(
            SSLEngine engine, Duration timeout, String server, ChannelHandler next, Consumer<Throwable> failed) {}

    private final Channel channel;
    private final LoopShare share;
    private final Ask ask;
    private long since;
    private boolean over;

    public TlsGreeting(Channel channel, LoopShare share, Ask ask) {
        this.channel = channel;
        this.share = share;
        this.ask = ask;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        SslHandler tls = new SslHandler(ask.engine());
        tls.setHandshakeTimeoutMillis(0); // the deadline is ours, by the client's clock
        ctx.pipeline().addFirst(tls);
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
                TlsFailure failure = TlsFailure.of(done.cause(), ask.server());
                fail(failure.text(), failure.cause());
            }
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            channel.close();
        }
    }

    private void open(ChannelHandlerContext ctx) {
        over = true;
        share.remove(this);
        ctx.pipeline().addLast(ask.next());
        ctx.fireChannelActive();
        ctx.pipeline().remove(this);
    }

    private void fail(String why, @Nullable Throwable cause) {
        if (!over) {
            over = true;
            share.remove(this);
            channel.close();
            ask.failed().accept(new IOException("no secure connection to " + ask.server() + ": " + why, cause));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail("it was closed before the handshake was over", null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        TlsFailure failure = TlsFailure.of(cause, ask.server());
        fail(failure.text(), failure.cause());
    }

    @Override
    public void look(long now) {
        if (now - since > ask.timeout().toNanos()) {
            fail("no handshake within " + ask.timeout().toMillis() + " ms (setting: handshakeTimeout)", null);
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
