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
import java.util.Set;
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
    private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");

    /** Of the JDK or of BoringSSL. */
    private static final Pattern ANY_ALERT = Pattern.compile(ALERT + "|(?:SSLV3|TLSV1)_ALERT_(\\w+)");

    /** OpenSSL sends alerts without encryption until it has sent its own last message of the handshake. */
    private static final String UNREADABLE =
            "what the client sent can't be decrypted: those made with OpenSSL, as curl,"
                    + " send that over TLS 1.3 if they do not accept the server's certificate";

    private static final String BORING = "OPENSSL_internal:";

    private static final Set<String> ABOUT_CERTIFICATES = Set.of(
            "unknown_ca",
            "bad_certificate",
            "certificate_unknown",
            "certificate_expired",
            "certificate_revoked",
            "unsupported_certificate");

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
        TlsFailure refusal = refusal(cause, server);
        if (refusal != null) {
            return refusal;
        }
        String distrust = distrust(cause, server);
        return new TlsFailure(
                distrust != null ? distrust : cause.getMessage() == null ? cause.toString() : cause.getMessage(),
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
        Matcher alert = ALERT.matcher(said == null ? "" : String.valueOf(said.getMessage()));
        String refusal = alert.find() ? refusalBy(alert.group(1)) : null;
        return refusal == null
                ? null
                : new TlsFailure("the server at " + server + " " + refusal + " (" + alert.group(1) + ")", said);
    }

    private static @Nullable String refusalBy(String alert) {
        String show = "ClientTls.standard().certificate(chain, key)";
        return switch (alert) {
            case "certificate_required" -> "asks for a certificate that it trusts: show one with " + show;
            case "bad_certificate" -> "asks for a certificate that it trusts: show one, or another, with " + show;
            case "unknown_ca",
                    "certificate_unknown",
                    "certificate_expired",
                    "certificate_revoked",
                    "unsupported_certificate",
                    "access_denied" ->
                "refuses the certificate that it was shown: show one that it trusts with " + show;
            case "handshake_failure", "internal_error", "decrypt_error" -> // some servers say no more than that
                "broke off TLS; if it asks for a certificate, show one that it trusts with " + show;
            default -> null;
        };
    }

    /** What a server's log is told of a client. */
    static String ofClient(Throwable failure) {
        Throwable cause =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        Matcher alert = ANY_ALERT.matcher(String.valueOf(cause.getMessage()));
        if (alert.find()) {
            String name = (alert.group(1) == null ? alert.group(2) : alert.group(1)).toLowerCase(Locale.ROOT);
            return (ABOUT_CERTIFICATES.contains(name)
                            ? "the client does not accept the server's certificate ("
                            : "the client broke off the handshake (")
                    + name + ")";
        }
        if (has(cause, CertificateExpiredException.class) != null) {
            return "the client's certificate has expired";
        }
        if (has(cause, CertificateNotYetValidException.class) != null) {
            return "the client's certificate is not valid yet";
        }
        if (isUnknown(cause)) {
            return "the client's certificate is not trusted: none of the authorities vouches for it";
        }
        Exception distrust = has(cause, CertificateException.class);
        return distrust != null ? "the client's certificate is not trusted: " + distrust.getMessage() : plainly(cause);
    }

    /** BoringSSL's words are behind numbers, in capitals. */
    private static String plainly(Throwable cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (message.contains("PEER_DID_NOT_RETURN_A_CERTIFICATE") || message.contains("Empty client certificate")) {
            return "the client shows no certificate";
        }
        if (message.contains("BAD_PACKET_LENGTH") || has(cause, BadPaddingException.class) != null) {
            return UNREADABLE;
        }
        if (message.equals("Unexpected exception") && cause.getCause() != null) { // the JDK's
            return plainly(cause.getCause());
        }
        int words = message.indexOf(BORING);
        return words < 0
                ? message
                : message.substring(words + BORING.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', ' ');
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
