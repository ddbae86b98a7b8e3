package dev.weir.net.dial;

import dev.weir.net.tls.HandshakeTasks;
import dev.weir.net.tls.TlsFailure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInboundInvoker;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.proxy.ProxyHandler;
import io.netty.handler.proxy.Socks5ProxyHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What comes between a connected socket and what is spoken on it: a proxy's handshake, and that of TLS. What comes with the end of
 * one, as the server's first words may with the proxy's answer, is kept for what follows.
 */
final class Greeting extends ChannelInboundHandlerAdapter {
    private final Dial dial;
    private final Dial.Ask ask;
    private final SocketAddress first;
    private final @Nullable ProxyHandler tunnel;
    private final ArrayDeque<Object> early = new ArrayDeque<>();

    Greeting(Dial dial, Dial.Ask ask, SocketAddress first) {
        this.dial = dial;
        this.ask = ask;
        this.first = first;
        Hop proxy = ask.to().tunnel();
        this.tunnel = proxy == null ? null : handler(proxy, first);
    }

    private static ProxyHandler handler(Hop proxy, SocketAddress first) {
        ProxyHandler handler = plain(proxy, first);
        handler.setConnectTimeoutMillis(0); // there is one limit for all of it
        return handler;
    }

    private static ProxyHandler plain(Hop proxy, SocketAddress first) {
        String user = proxy.user();
        String password = proxy.password();
        if (!proxy.http()) {
            return new Socks5ProxyHandler(first, user, password);
        }
        return user == null || password == null
                ? new HttpProxyHandler(first)
                : new HttpProxyHandler(first, user, password);
    }

    /** What is to be connected to, in the end. */
    SocketAddress destination() {
        return tunnel == null
                ? first
                : InetSocketAddress.createUnresolved(ask.to().host(), ask.to().port());
    }

    /** Adds what a channel needs before it connects. */
    void prepare(Channel channel) {
        if (tunnel != null) {
            channel.pipeline().addLast(tunnel); // which reads as soon as there is a connection
        }
        channel.pipeline().addLast(this);
    }

    /** Whether there is a handshake that needs a limit. */
    boolean takesTime() {
        return tunnel != null || ask.tls() != null || ask.greets();
    }

    /** The channel is connected; on its event loop. */
    void begin(Channel channel) {
        if (tunnel == null) {
            afterTunnel(channel);
        } else {
            channel.read();
            tunnel.connectFuture().addListener(done -> tunnelled(channel, done));
        }
    }

    private void tunnelled(Channel channel, Future<?> done) {
        if (done.isSuccess()) {
            afterTunnel(channel);
        } else {
            dial.failed(
                    false,
                    "no tunnel by " + ask.to().proxy() + ": " + done.cause().getMessage(),
                    done.cause());
        }
    }

    private void afterTunnel(Channel channel) {
        Engines tls = ask.tls();
        if (tls == null) {
            greeted(channel, null);
            return;
        }
        Destination to = ask.to();
        try {
            secure(channel, new SslHandler(tls.engine(to.host(), to.port(), ask.protocols()), HandshakeTasks.ALL));
        } catch (IllegalArgumentException noName) {
            insecure(new TlsFailure(String.valueOf(noName.getMessage()), noName));
        }
    }

    private void secure(Channel channel, SslHandler tls) {
        tls.setHandshakeTimeoutMillis(0); // there is one limit for all of it
        channel.pipeline().addBefore(channel.pipeline().context(this).name(), null, tls);
        passOn(channel.pipeline()); // which is not encrypted, so TLS must see it
        channel.read();
        tls.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                greeted(channel, tls.engine().getApplicationProtocol());
            } else if (done.cause() instanceof ClosedChannelException) {
                insecure(new TlsFailure("it was closed before the handshake was over", done.cause()));
            } else {
                insecure(TlsFailure.of(done.cause(), ask.to().server()));
            }
        });
    }

    private void insecure(TlsFailure failure) {
        dial.failed(true, "no secure connection to " + ask.to().name() + ": " + failure.text(), failure.cause());
    }

    private void greeted(Channel channel, @Nullable String protocol) {
        dial.greeted(channel, protocol);
        channel.pipeline().remove(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        early.add(message);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        passOn(ctx);
    }

    private void passOn(ChannelInboundInvoker next) {
        if (!early.isEmpty()) {
            for (int left = early.size(); left > 0; left--) {
                next.fireChannelRead(early.remove());
            }
            next.fireChannelReadComplete();
        }
    }

    /** The futures tell, too. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
