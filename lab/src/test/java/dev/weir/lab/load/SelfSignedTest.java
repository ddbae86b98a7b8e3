package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;

class SelfSignedTest {
    @Test
    void makesAKeyAndItsCertificate() throws Exception {
        char[] password = "changeit".toCharArray();
        KeyStore store = KeyStore.getInstance(SelfSigned.create().toFile(), password);
        String alias = store.aliases().nextElement();
        assertInstanceOf(PrivateKey.class, store.getKey(alias, password));
        X509Certificate certificate = (X509Certificate) store.getCertificate(alias);
        certificate.verify(certificate.getPublicKey());
        assertArrayEquals(certificate.getEncoded(), store.getCertificateChain(alias)[0].getEncoded());
    }
}
