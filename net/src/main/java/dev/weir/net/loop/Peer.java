package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Who is at the other end of a connection. */
public record Peer(InetSocketAddress address, boolean secure, List<X509Certificate> certificates, Hosts hosts) {
    /** Of a connection that is open, and its handshake over. */
    public static Peer of(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        return new Peer(
                addressOf(channel), tls != null, tls == null ? List.of() : certificates(tls), Hosts.of(channel));
    }

    /** Its address alone, also before a handshake is over; that of the client, where a proxy has told it. */
    public static InetSocketAddress addressOf(Channel channel) {
        return ProxyDoor.client(channel);
    }

    private static List<X509Certificate> certificates(SslHandler tls) {
        try {
            return Stream.of(tls.engine().getSession().getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException noneShown) {
            return List.of();
        }
    }
}
