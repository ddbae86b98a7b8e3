package dev.weir.net.tls;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.BadPaddingException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why a client and a server did not agree on TLS.
 *
 * @param text what happened
 * @param cause null if it tells no more
 */
public record TlsFailure(String text, @Nullable Throwable cause) {
    /** As the JDK and BoringSSL name those of RFC 8446 section 6 that the peer has sent. */
    private static final Pattern ALERT = Pattern.compile("(?:Received fatal alert: |(?:SSLV3|TLSV1)_ALERT_)(\\w+)");

    /** OpenSSL sends alerts without encryption until it has sent its own last message of the handshake. */
    private static final String UNREADABLE =
            "what the client sent can't be decrypted: those made with OpenSSL, as curl,"
                    + " send that over TLS 1.3 if they do not accept the server's certificate";

    /**
     * Explains what a TLS handler failed with.
     *
     * @param server its host and port
     */
    public static TlsFailure of(Throwable failure, String server) {
        Throwable cause = bare(failure);
        if (cause instanceof NotSslRecordException) { // which shows in hexadecimal what came instead
            return new TlsFailure("the server at " + server + " does not speak TLS on this port", null);
        }
        TlsFailure refusal = refusal(cause, server);
        return refusal != null
                ? refusal
                : new TlsFailure(
                        distrust(
                                cause,
                                "the certificate of " + server,
                                "ClientTls.standard().trust(pem)",
                                "; if it has another name, ClientTls.standard().serverName(name) expects that"),
                        cause);
    }

    /**
     * Explains what a server says of a client's certificate: with TLS 1.3 it does so after the handshake, as far as the
     * client can tell (RFC 8446 section 4.4.2.4).
     *
     * @param server its host and port
     * @return null if it says nothing of it
     */
    public static @Nullable TlsFailure refusal(Throwable failure, String server) {
        SSLException said = has(failure, SSLException.class);
        String alert = said == null ? null : alert(said);
        String refusal = alert == null ? null : refusalBy(alert);
        return refusal == null
                ? null
                : new TlsFailure("the server at " + server + " " + refusal + " (" + alert + ")", said);
    }

    private static @Nullable String refusalBy(String alert) {
        String show = "ClientTls.standard().certificate(chain, key)";
        return switch (alert) {
            case "certificate_required" -> "asks for a certificate that it trusts: show one with " + show;
            case "bad_certificate" -> "asks for a certificate that it trusts: show one, or another, with " + show;
            case "handshake_failure", "internal_error", "decrypt_error" -> // some servers say no more than that
                "broke off TLS; if it asks for a certificate, show one that it trusts with " + show;
            default ->
                isOfCertificates(alert) || alert.equals("access_denied")
                        ? "refuses the certificate that it was shown: show one that it trusts with " + show
                        : null;
        };
    }

    private static boolean isOfCertificates(String alert) {
        return alert.contains("certificate") || alert.equals("unknown_ca");
    }

    /** What a server's log is told of a client. */
    static String ofClient(Throwable failure) {
        Throwable cause = bare(failure);
        String alert = alert(cause);
        if (alert != null) {
            return (isOfCertificates(alert)
                            ? "the client does not accept the server's certificate ("
                            : "the client broke off the handshake (")
                    + alert + ")";
        }
        return has(cause, BadPaddingException.class) != null
                ? UNREADABLE
                : distrust(cause, "the client's certificate", "ServerTls.requireClients(pem)", "");
    }

    private static Throwable bare(Throwable failure) {
        return failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static @Nullable String alert(Throwable said) {
        Matcher alert = ALERT.matcher(String.valueOf(said.getMessage()));
        return alert.find() ? alert.group(1).toLowerCase(Locale.ROOT) : null;
    }

    /** What is wrong with a certificate, or what was said if that is not it. */
    private static String distrust(Throwable failure, String certificate, String trust, String name) {
        if (has(failure, CertificateExpiredException.class) != null) {
            return certificate + " has expired: it has to be renewed there";
        }
        if (has(failure, CertificateNotYetValidException.class) != null) {
            return certificate + " is not valid yet: is this machine's clock right?";
        }
        if (isUnknown(failure)) {
            return certificate + " is not trusted: nobody who is trusted here vouches for it; if you do, say so with "
                    + trust;
        }
        Exception invalid = has(failure, CertPathValidatorException.class);
        if (invalid != null) {
            return certificate + " is not trusted: " + invalid.getMessage();
        }
        Exception other = has(failure, CertificateException.class);
        return other != null
                ? certificate + " is not trusted: " + other.getMessage() + name
                : failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private static boolean isUnknown(Throwable failure) {
        CertPathValidatorException invalid = has(failure, CertPathValidatorException.class);
        return invalid != null
                ? invalid.getReason() == PKIXReason.NO_TRUST_ANCHOR
                : has(failure, CertPathBuilderException.class) != null;
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
