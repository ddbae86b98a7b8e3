package dev.weir.net.tls;

import io.netty.handler.ssl.SslContextBuilder;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A certificate and its key, read.
 *
 * @param source where they were found, for who reads the log
 * @param shown what clients are shown
 */
public record Loaded(SslContextBuilder builder, String source, List<X509Certificate> shown) {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    /** One warning if clients will refuse them, by the dates. */
    public void checkDates(Instant now) {
        for (X509Certificate certificate : shown) {
            Instant from = certificate.getNotBefore().toInstant();
            Instant until = certificate.getNotAfter().toInstant();
            String name = "the certificate of " + certificate.getSubjectX500Principal() + " in " + source;
            if (now.isAfter(until)) {
                warn(name + " has expired on " + until
                        + ": clients refuse it; renew it, then start again or call reloadTls(..)");
                return;
            }
            if (now.isBefore(from)) {
                warn(name + " is not valid before " + from
                        + ": clients refuse it until then; is this machine's clock right?");
                return;
            }
        }
    }

    private static void warn(String what) {
        LOG.log(System.Logger.Level.WARNING, what);
    }
}
