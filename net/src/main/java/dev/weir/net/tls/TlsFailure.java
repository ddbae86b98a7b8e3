package dev.weir.net.tls;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
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
        String distrust = distrust(cause, server);
        return new TlsFailure(
                distrust != null ? distrust : cause.getMessage() == null ? cause.toString() : cause.getMessage(),
                cause);
    }

    /** What is wrong with the server's certificate, or null if nothing is. */
    private static @Nullable String distrust(Throwable failure, String server) {
        String certificate = "the certificate of " + server;
        if (has(failure, CertificateExpiredException.class) != null) {
            return certificate + " has expired: it has to be renewed there";
        }
        if (has(failure, CertificateNotYetValidException.class) != null) {
            return certificate + " is not valid yet: is this machine's clock right?";
        }
        if (isUnknown(failure)) {
            return certificate + " is not trusted: nobody who is trusted here vouches for it; if you do, say so with"
                    + " ClientTls.standard().trust(pem)";
        }
        Exception other = has(failure, CertPathValidatorException.class);
        if (other == null) {
            other = has(failure, CertificateException.class);
        }
        return other == null ? null : certificate + " is not trusted: " + other.getMessage() + nameHint(other);
    }

    private static boolean isUnknown(Throwable failure) {
        CertPathValidatorException invalid = has(failure, CertPathValidatorException.class);
        return invalid != null
                ? invalid.getReason() == PKIXReason.NO_TRUST_ANCHOR
                : has(failure, CertPathBuilderException.class) != null;
    }

    private static String nameHint(Exception distrust) {
        boolean otherName = String.valueOf(distrust.getMessage()).startsWith("No ");
        return otherName ? "; ClientTls.standard().serverName(name) expects another name" : "";
    }

    private static <E extends Exception> @Nullable E has(Throwable failure, Class<E> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
