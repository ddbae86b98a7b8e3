package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.net.ConnectException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What users read of failures that come from below. */
class ConnectionFailuresTest {
    private static String tls(Throwable cause) {
        SSLHandshakeException failure = new SSLHandshakeException("PKIX path building failed");
        failure.initCause(cause);
        TlsFailure told = TlsFailure.of(failure, "a.test:443");
        assertSame(failure, told.cause());
        return told.text();
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
                        + " ClientTls.standard().serverName(name) expects another name",
                tls(new CertificateException("No name matching a.test found")));
        assertEquals("PKIX path building failed", tls(new IllegalStateException("another")));
    }

    @Test
    void theOperatingSystemsReasonIsSaidPlainly() {
        String[] refused = {
            "finishConnect(..) failed with error(-111): Connection refused: /127.0.0.1:1",
            "connect(..) failed with error(-111): Connection refused",
            "Connection refused: localhost/127.0.0.1:1"
        };
        for (String message : refused) {
            assertEquals("connection refused", ConnectFailure.text(new ConnectException(message)));
        }
        assertEquals(
                "no route to host",
                ConnectFailure.text(
                        new IOException("finishConnect(..) failed with error(-113): No route to host: /1.2.3.4:5")));
        assertEquals("something else", ConnectFailure.text(new IOException("something else")));
        assertEquals("java.io.IOException", ConnectFailure.text(new IOException()));
        assertEquals("java.lang.IllegalStateException: odd", ConnectFailure.text(new IllegalStateException("odd")));
    }
}
