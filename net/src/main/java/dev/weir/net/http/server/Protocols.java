package dev.weir.net.http.server;

import dev.weir.net.loop.ConnectionFactory;
import dev.weir.net.loop.TlsKeeper;
import java.util.List;

/** Begins what a connection speaks. */
public final class Protocols {
    private static final String HTTP_2 = "h2";

    /** What is offered by ALPN, the best first. */
    public static final List<String> OFFERED = List.of(HTTP_2, "http/1.1");

    private Protocols() {}

    /** HTTP/1.1, or HTTP/2 if the client begins with it. */
    public static ConnectionFactory plain(Application application) {
        return (channel, share) -> new HttpConnection(channel, share, application);
    }

    /** What was agreed on in the handshake, else HTTP/1.1. */
    public static TlsKeeper.Entry agreed(Application application) {
        return (channel, share, protocol) -> {
            if (HTTP_2.equals(protocol)) {
                Http2.install(channel, share, application);
            } else {
                channel.pipeline().addLast(new HttpConnection(channel, share, application));
            }
        };
    }
}
