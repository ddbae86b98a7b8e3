package dev.weir.net.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts as the JDK does, and nobody whose own certificate has expired or is not valid yet: the JDK does not look at the
 * dates of a certificate that is itself among the trusted. Nor is a server's common name taken for the name of its host.
 */
public final class DatedTrust extends X509ExtendedTrustManager {
    private static final Integer DNS_NAME = 2; // RFC 5280 section 4.2.1.6

    private final X509ExtendedTrustManager trust;

    private DatedTrust(X509ExtendedTrustManager trust) {
        this.trust = trust;
    }

    /**
     * Trusts whom a store vouches for.
     *
     * @param store null for whom the JDK trusts
     */
    public static DatedTrust in(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Stream.of(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(manager -> new DatedTrust((X509ExtendedTrustManager) manager))
                .findFirst()
                .orElseThrow();
    }

    /** Trusts whom these certificates vouch for. */
    public static DatedTrust of(List<X509Certificate> trusted) throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try {
            store.load(null, null);
        } catch (IOException nothingIsRead) {
            throw new IllegalStateException(nothingIsRead);
        }
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry(Integer.toString(i), trusted.get(i));
        }
        return in(store);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        trust.checkServerTrusted(chain, type, engine);
        chain[0].checkValidity();
        String peer = engine.getPeerHost();
        boolean verified = engine.getSSLParameters().getEndpointIdentificationAlgorithm() != null;
        if (verified && peer != null && !isAddress(peer) && !namesHosts(chain[0])) {
            throw new CertificateException(
                    "it has no name of a host, as its common name is none: it has to be made anew"
                            + " with a subjectAltName (RFC 9525)");
        }
    }

    private static boolean namesHosts(X509Certificate certificate) throws CertificateException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names != null && names.stream().anyMatch(name -> DNS_NAME.equals(name.getFirst()));
    }

    /** Whether it is an address, and no name. */
    public static boolean isAddress(String host) {
        try {
            return InetAddress.ofLiteral(host) != null;
        } catch (IllegalArgumentException notAnAddress) {
            return false;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        trust.checkServerTrusted(chain, type, socket);
        chain[0].checkValidity();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        trust.checkServerTrusted(chain, type);
        chain[0].checkValidity();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        trust.checkClientTrusted(chain, type, engine);
        chain[0].checkValidity();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        trust.checkClientTrusted(chain, type, socket);
        chain[0].checkValidity();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        trust.checkClientTrusted(chain, type);
        chain[0].checkValidity();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
