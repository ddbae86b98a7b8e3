package dev.weir.net.http.server;

import dev.weir.net.http.wire.HttpDate;
import dev.weir.net.loop.ConnectionFactory;
import dev.weir.net.tls.Strangers;
import dev.weir.net.tls.TlsKeeper;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Begins what a connection speaks. */
public final class Protocols {
    private static final String HTTP_2 = "h2";

    /** What is offered by ALPN, the best first. */
    public static final List<String> OFFERED = List.of(HTTP_2, "http/1.1");

    private static final String USE_TLS = "This port speaks https only: ask it by https:// instead of http://.\n";

    private Protocols() {}

    /** Tells the application of those with whom there is no agreement on TLS. */
    public static Strangers strangers(Application application) {
        return new Strangers() {
            @Override
            public byte[] speaksPlain(InetSocketAddress client) {
                application.refused(client, 400, USE_TLS.strip());
                return toPlain();
            }

            @Override
            public void failed(InetSocketAddress client, String why) {
                application.refused(client, 0, why);
            }
        };
    }

    /** The answer to a client that speaks http where https is spoken. */
    private static byte[] toPlain() {
        String answer = "HTTP/1.1 400 Bad Request\r\nDate: " + HttpDate.dateNow()
                + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " + USE_TLS.length()
                + "\r\nConnection: close\r\n\r\n" + USE_TLS;
        return answer.getBytes(StandardCharsets.US_ASCII);
    }

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
