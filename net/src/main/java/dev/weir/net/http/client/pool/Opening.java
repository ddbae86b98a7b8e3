package dev.weir.net.http.client.pool;

import dev.weir.net.dial.Dial;
import dev.weir.net.dial.DialFailure;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.client.line.Http1ClientConnection;
import dev.weir.net.http.client.line.Http2ClientConnection;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.tls.TlsFailure;
import io.netty.channel.Channel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The making of one connection for a pool, in whose tasks its methods are called. */
final class Opening implements Dial.Caller {
    private static final List<String> BOTH = List.of("h2", "http/1.1");
    private static final List<String> ONE = List.of("http/1.1");

    private final Means means;
    private final CallLimits limits;
    private final Pool pool;
    private final Route route;
    private final Slot slot;
    private @Nullable Dial dial;

    Opening(Means means, CallLimits limits, Pool pool, Route route, Slot slot) {
        this.means = means;
        this.limits = limits;
        this.pool = pool;
        this.route = route;
        this.slot = slot;
    }

    Slot slot() {
        return slot;
    }

    void start() {
        dial = means.dialer()
                .dial(
                        new Dial.Ask(
                                means.destination(route),
                                route.tls() ? means.tls() : null,
                                means.http2() ? BOTH : ONE,
                                knowsHttp2(),
                                limits.connectTimeout(),
                                limits.handshakeTimeout()),
                        this);
    }

    private boolean knowsHttp2() {
        return means.priorKnowledge() && !route.tls() && !route.isForwarded();
    }

    void cancel() {
        if (dial != null) {
            dial.cancel();
        }
    }

    // ------------------------------------------------------------ on the connection's event loop

    @Override
    public void opened(Dial dialled, Channel channel, LoopShare share, @Nullable String protocol) {
        if (knowsHttp2() || BOTH.getFirst().equals(protocol)) {
            var waiting = new Http2ClientConnection.Awaiting(
                    route,
                    connection -> {
                        if (dialled.complete()) {
                            pool.ready(this, connection);
                        }
                    },
                    cause -> notOpened(dialled, cause));
            Http2ClientConnection.open(channel, share, slot, limits, waiting);
        } else if (dialled.complete()) {
            Http1ClientConnection connection = new Http1ClientConnection(channel, share, slot, limits, route);
            channel.pipeline().addLast(connection);
            pool.ready(this, connection);
            connection.open();
        }
    }

    private void notOpened(Dial dialled, @Nullable Throwable cause) {
        TlsFailure refusal = cause == null ? null : TlsFailure.refusal(cause, route.host() + ":" + route.port());
        if (refusal == null) {
            dialled.failed(false, route + " closed the connection to begin with", null);
        } else {
            dialled.failed(true, "no secure connection to " + route + ": " + refusal.text(), refusal.cause());
        }
    }

    @Override
    public void failed(DialFailure failure) {
        pool.failed(this, failure.insecure() ? Trouble.TLS : Trouble.CONNECT, failure.text(), failure.cause());
    }
}
