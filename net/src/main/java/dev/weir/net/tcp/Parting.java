package dev.weir.net.tcp;

import dev.weir.net.loop.ConnectFailure;
import dev.weir.net.loop.Trace;
import dev.weir.net.tls.TlsFailure;
import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why a connection is closed, as far as that is known. */
final class Parting {
    /*
     * With TLS 1.3 a server says only after the handshake that it does not accept the client's certificate.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.tcp");

    private final @Nullable String server;
    private @Nullable TlsFailure refusal;
    private @Nullable IOException broken;

    /**
     * For a connection that begins.
     *
     * @param server whom it leads to over TLS, or null if it is one of a server's or without TLS
     */
    Parting(@Nullable String server) {
        this.server = server;
    }

    /** The connection has failed; the log tells if that is not the peer's doing. */
    void failed(Channel channel, Throwable cause) {
        if (!(cause instanceof IOException || cause instanceof DecoderException)) {
            LOG.log(System.Logger.Level.WARNING, "the connection from " + channel.remoteAddress() + " failed", cause);
        }
        if (broken == null && cause instanceof IOException io) {
            broken = io;
        }
        if (server != null && refusal == null) {
            refusal = TlsFailure.refusal(cause, server);
        }
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
