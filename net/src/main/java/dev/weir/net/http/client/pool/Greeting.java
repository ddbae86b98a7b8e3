package dev.weir.net.http.client.pool;

import dev.weir.Cancellable;
import dev.weir.net.http.client.call.Hop;
import dev.weir.net.http.client.call.Limits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.client.line.Connection;
import dev.weir.net.http.client.line.H1Connection;
import dev.weir.net.http.client.line.H2Connection;
import dev.weir.net.tls.TlsFailure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.proxy.ProxyHandler;
import io.netty.handler.proxy.Socks5ProxyHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What comes between a TCP connection and its first request: a proxy's handshake, and that of TLS. */
final class Greeting extends ChannelInboundHandlerAdapter {
    private final Means means;
    private final Limits limits;
    private final Route route;
    private final Dial dial;
    private @Nullable ProxyHandler tunnel;
    private Cancellable limit = () -> {};

    Greeting(Means means, Limits limits, Route route, Dial dial) {
        this.means = means;
        this.limits = limits;
        this.route = route;
        this.dial = dial;
    }

    private boolean tunnels() {
        return route.proxy() != null && !route.isForwarded();
    }

    /** What is to be connected to, in the end. */
    InetSocketAddress destination(InetSocketAddress first) {
        return tunnels() ? InetSocketAddress.createUnresolved(route.host(), route.port()) : first;
    }

    /** What a channel needs before it connects. */
    Consumer<Channel> preparation(InetSocketAddress first) {
        Hop proxy = route.proxy();
        if (proxy == null || route.isForwarded()) {
            return channel -> {};
        }
        ProxyHandler handler = handler(proxy, first);
        handler.setConnectTimeoutMillis(0); // there is one limit for all of it
        tunnel = handler;
        return channel -> channel.pipeline().addLast(handler);
    }

    private static ProxyHandler handler(Hop proxy, InetSocketAddress first) {
        String user = proxy.user();
        String password = proxy.password();
        if (!proxy.http()) {
            return new Socks5ProxyHandler(first, user, password);
        }
        return user == null || password == null
                ? new HttpProxyHandler(first)
                : new HttpProxyHandler(first, user, password);
    }

    /** The channel is connected; on its event loop. */
    void begin(Channel channel) {
        channel.pipeline().addLast(this);
        ProxyHandler handshake = tunnel;
        if (handshake == null && !route.tls() && !knowsHttp2()) {
            ready(channel, false);
            return;
        }
        limit = means.clock().schedule(() -> late(channel), limits.handshakeTimeout());
        if (handshake == null) {
            afterTunnel(channel);
        } else {
            channel.read();
            handshake.connectFuture().addListener(done -> tunnelled(channel, done));
        }
    }

    private void late(Channel channel) {
        String limit = Limits.text(limits.handshakeTimeout());
        failed(
                channel,
                Trouble.CONNECT,
                "no handshake with " + route + " within " + limit + " (setting: handshakeTimeout)",
                null);
    }

    private void failed(Channel channel, Trouble trouble, String why, @Nullable Throwable cause) {
        limit.cancel();
        dial.failed(trouble, why, cause);
        channel.close();
    }

    private void tunnelled(Channel channel, Future<?> done) {
        if (!done.isSuccess()) {
            failed(
                    channel,
                    Trouble.CONNECT,
                    "no tunnel by " + route.proxy() + ": " + done.cause().getMessage(),
                    done.cause());
        } else {
            afterTunnel(channel);
        }
    }

    private void afterTunnel(Channel channel) {
        if (route.tls()) {
            secure(channel);
        } else {
            ready(channel, knowsHttp2());
        }
    }

    private boolean knowsHttp2() {
        return means.priorKnowledge() && !route.tls() && !route.isForwarded();
    }

    private void secure(Channel channel) {
        try {
            List<String> protocols = means.http2() ? List.of("h2", "http/1.1") : List.of("http/1.1");
            secure(channel, new SslHandler(means.tls().engine(route.host(), route.port(), protocols)));
        } catch (IllegalArgumentException noName) {
            insecure(channel, new TlsFailure(String.valueOf(noName.getMessage()), noName));
        }
    }

    private void secure(Channel channel, SslHandler tls) {
        tls.setHandshakeTimeoutMillis(0); // there is one limit for all of it
        channel.pipeline().addBefore(channel.pipeline().context(this).name(), null, tls);
        channel.read();
        tls.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                ready(channel, "h2".equals(tls.engine().getApplicationProtocol()));
            } else {
                insecure(channel, TlsFailure.of(done.cause(), server()));
            }
        });
    }

    private String server() {
        return route.host() + ":" + route.port();
    }

    private void insecure(Channel channel, TlsFailure failure) {
        failed(channel, Trouble.TLS, "no secure connection to " + route + ": " + failure.text(), failure.cause());
    }

    private void notOpened(Channel channel, @Nullable Throwable cause) {
        TlsFailure refusal = cause == null ? null : TlsFailure.refusal(cause, server());
        if (refusal == null) {
            failed(channel, Trouble.CONNECT, route + " closed the connection to begin with", null);
        } else {
            insecure(channel, refusal);
        }
    }

    /** The futures tell, too. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    private void ready(Channel channel, boolean http2) {
        channel.pipeline().remove(this);
        if (http2) {
            H2Connection.Opening opening =
                    new H2Connection.Opening(route, this::ready, cause -> notOpened(channel, cause));
            H2Connection.open(channel, means.shares(), dial.slot(), limits, opening);
            return;
        }
        H1Connection connection = new H1Connection(channel, means.shares(), dial.slot(), limits, route);
        channel.pipeline().addLast(connection);
        ready(connection);
        connection.open();
    }

    private void ready(Connection connection) {
        limit.cancel();
        dial.ready(connection);
    }
}
