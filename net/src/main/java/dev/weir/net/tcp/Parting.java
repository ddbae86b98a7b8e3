package dev.weir.net.tcp;

import dev.weir.net.loop.ConnectFailure;
import dev.weir.net.loop.Trace;
import dev.weir.net.tls.TlsFailure;
import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Why a connection is closed, as far as that is known.
 *
 * @param server whom it leads to over TLS, or null if it is one of a server's or without TLS
 */
record Parting(
        @Nullable String server,
        @Nullable TlsFailure refusal,
        @Nullable IOException broken) {
    /*
     * With TLS 1.3 a server says only after the handshake that it does not accept the client's certificate.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.tcp");
    private static final Parting UNKNOWN = new Parting(null, null, null);

    /** For a connection that begins. */
    static Parting of(@Nullable String server) {
        return server == null ? UNKNOWN : new Parting(server, null, null);
    }

    /** As the connection has failed; the log tells if that is not the peer's doing. */
    Parting failed(Channel channel, Throwable cause) {
        if (!(cause instanceof IOException || cause instanceof DecoderException)) {
            LOG.log(System.Logger.Level.WARNING, "the connection from " + channel.remoteAddress() + " failed", cause);
        }
        return new Parting(
                server,
                server != null && refusal == null ? TlsFailure.refusal(cause, server) : refusal,
                broken == null && cause instanceof IOException io ? io : broken);
    }

    /** What whoever waits is told, unless more is known. */
    IOException closed(String how) {
        return Trace.none(reason(how));
    }

    private IOException reason(String how) {
        TlsFailure why = refusal;
        if (why != null) {
            return new IOException("no secure connection to " + server + ": " + why.text(), why.cause());
        }
        IOException reason = broken;
        return reason == null
                ? new IOException(how)
                : new IOException(how + ": " + ConnectFailure.text(reason), reason);
    }
}
