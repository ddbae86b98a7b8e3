package dev.weir.net.tls;

import dev.weir.net.loop.LoopShare;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** Stands where the handler of a client's connection will be, until the handshake is over. */
public final class TlsGreeting extends Handshaking {
    /**
     * What is to be done.
     *
     * @param server its name, for who reads a failure
     * @param next takes this one's place
     * @param failed called instead
     */
    public record Ask(
            SSLEngine engine, Duration timeout, String server, ChannelHandler next, Consumer<Throwable> failed) {}

    private final Ask ask;
    private boolean over;

    public TlsGreeting(Channel channel, LoopShare share, Ask ask) {
        super(channel, share);
        this.ask = ask;
    }

    @Override
    protected ChannelHandler tls() {
        SslHandler tls = new SslHandler(ask.engine());
        tls.setHandshakeTimeoutMillis(0); // the deadline is ours, by the client's clock
        return tls;
    }

    @Override
    protected void agreed(ChannelHandlerContext ctx) {
        over = true;
        ctx.pipeline().addLast(ask.next());
    }

    @Override
    protected void failed(ChannelHandlerContext ctx, Throwable cause) {
        TlsFailure failure = TlsFailure.of(cause, ask.server());
        fail(failure.text(), failure.cause());
    }

    private void fail(String why, @Nullable Throwable cause) {
        if (!over) {
            over = true;
            channel.close();
            ask.failed().accept(new IOException("no secure connection to " + ask.server() + ": " + why, cause));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        super.channelInactive(ctx);
        fail("it was closed before the handshake was over", null);
    }

    @Override
    protected Duration limit() {
        return ask.timeout();
    }

    @Override
    protected void late() {
        fail("no handshake within " + ask.timeout().toMillis() + " ms (setting: handshakeTimeout)", null);
    }
}
