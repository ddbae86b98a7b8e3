package dev.weir.net.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import javax.crypto.BadPaddingException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What users read of a certificate that is not trusted. */
class TlsFailureTest {
    private static String tls(Throwable cause) {
        SSLHandshakeException failure = new SSLHandshakeException("PKIX path building failed");
        failure.initCause(cause);
        TlsFailure told = TlsFailure.of(failure, "a.test:443");
        assertSame(failure, told.cause());
        return told.text();
    }

    @Test
    void refusalsSayWhatToDo() {
        assertEquals(
                "the server at a.test:443 asks for a certificate that it trusts: show one with"
                        + " ClientTls.standard().certificate(chain, key) (certificate_required)",
                alert("(certificate_required) Received fatal alert: certificate_required"));
        assertEquals(
                "the server at a.test:443 refuses the certificate that it was shown: show one that it trusts with"
                        + " ClientTls.standard().certificate(chain, key) (unknown_ca)",
                alert("Received fatal alert: unknown_ca"));
        assertEquals(
                "the server at a.test:443 asks for a certificate that it trusts: show one, or another, with"
                        + " ClientTls.standard().certificate(chain, key) (bad_certificate)",
                alert("Received fatal alert: bad_certificate"));
        assertEquals(
                "the server at a.test:443 broke off TLS; if it asks for a certificate, show one that it trusts with"
                        + " ClientTls.standard().certificate(chain, key) (handshake_failure)",
                alert("Received fatal alert: handshake_failure"));
        assertEquals("Received fatal alert: protocol_version", alert("Received fatal alert: protocol_version"));
        assertNull(TlsFailure.refusal(new IOException("Received fatal alert: unknown_ca"), "a.test:443"));
    }

    private static String alert(String message) {
        return TlsFailure.of(new DecoderException(new SSLHandshakeException(message)), "a.test:443")
                .text();
    }

    @Test
    void clientsAreToldOfInPlainWords() {
        assertEquals(
                "the client does not accept the server's certificate (unknown_ca)",
                client("error:10000418:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA", null));
        assertEquals(
                "the client broke off the handshake (handshake_failure)",
                client("Received fatal alert: handshake_failure", null));
        String unreadable = client("Unexpected exception", new BadPaddingException("too short"));
        assertTrue(unreadable.startsWith("what the client sent can't be decrypted: "), unreadable);
        assertEquals(
                "the client's certificate has expired: it has to be renewed there",
                client("General OpenSslEngine problem", new CertificateExpiredException()));
        assertEquals(
                "the client's certificate is not valid yet: is this machine's clock right?",
                client("General OpenSslEngine problem", new CertificateNotYetValidException()));
        assertEquals(
                "the client's certificate is not trusted: nobody who is trusted here vouches for it; if you do, say so"
                        + " with ServerTls.requireClients(pem)",
                client("PKIX", new CertPathBuilderException("none")));
        assertEquals("odd", client("odd", null));
    }

    private static String client(String message, Throwable cause) {
        SSLHandshakeException failure = new SSLHandshakeException(message);
        failure.initCause(cause);
        return TlsFailure.ofClient(new DecoderException(failure));
    }

    private static CertPathValidatorException invalid(
            String what, Throwable cause, CertPathValidatorException.Reason why) {
        return new CertPathValidatorException(what, cause, null, -1, why);
    }

    @Test
    void certificatesAreNotTrustedForAReason() {
        String unknown = "the certificate of a.test:443 is not trusted: nobody who is trusted here vouches for it;"
                + " if you do, say so with ClientTls.standard().trust(pem)";
        assertEquals(unknown, tls(new CertificateException(new CertPathBuilderException("no valid path"))));
        assertEquals(unknown, tls(new CertificateException(invalid("no chain", null, PKIXReason.NO_TRUST_ANCHOR))));
        assertEquals(
                "the certificate of a.test:443 has expired: it has to be renewed there",
                tls(invalid("validity check failed", new CertificateExpiredException(), BasicReason.EXPIRED)));
        assertEquals(
                "the certificate of a.test:443 is not valid yet: is this machine's clock right?",
                tls(invalid(
                        "validity check failed", new CertificateNotYetValidException(), BasicReason.NOT_YET_VALID)));
        assertEquals(
                "the certificate of a.test:443 is not trusted: MD5 is weak",
                tls(new CertificateException(invalid("MD5 is weak", null, BasicReason.ALGORITHM_CONSTRAINED))));
        assertEquals(
                "the certificate of a.test:443 is not trusted: No name matching a.test found;"
                        + " if it has another name, ClientTls.standard().serverName(name) expects that",
                tls(new CertificateException("No name matching a.test found")));
        assertEquals("PKIX path building failed", tls(new IllegalStateException("another")));
    }
}
