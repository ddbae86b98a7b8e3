package dev.weir.net.loop;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Why a client and a server did not agree on TLS.
 *
 * @param text what happened
 * @param cause null if it tells no more
 */
public record TlsFailure(String text, @Nullable Throwable cause) {
    /**
     * Explains what a TLS handler failed with.
     *
     * @param server its host and port
     */
    public static TlsFailure of(Throwable failure, String server) {
        Throwable cause =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof NotSslRecordException) { // which shows in hexadecimal what came instead
            return new TlsFailure("the server at " + server + " does not speak TLS on this port", null);
        }
        return new TlsFailure(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }
}
