package dev.weir.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Reads certificates and keys from PEM files (RFC 7468), saying what is wrong with them. */
public final class PemFiles {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private PemFiles() {}

    /**
     * The certificates in a file.
     *
     * @throws UncheckedIOException if it can't be read, here and below
     * @throws IllegalArgumentException if there are none, here and below
     */
    public static List<X509Certificate> certificates(Path file) {
        try {
            List<X509Certificate> found =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(read(file)))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException unreadable) {
            throw new IllegalArgumentException("there are no certificates in PEM in " + file, unreadable);
        }
        throw new IllegalArgumentException("there are no certificates in PEM in " + file);
    }

    /** The key in a file, in PKCS#8. */
    public static PrivateKey key(Path file) {
        String pem = new String(read(file), StandardCharsets.ISO_8859_1);
        if (pem.contains("BEGIN ENCRYPTED PRIVATE KEY") || pem.contains("Proc-Type: 4,ENCRYPTED")) {
            throw new IllegalArgumentException(
                    "the key in " + file + " is encrypted: decrypt it with openssl pkey, or use a KeyStore");
        }
        if (pem.contains("BEGIN RSA PRIVATE KEY") || pem.contains("BEGIN EC PRIVATE KEY")) {
            throw new IllegalArgumentException(
                    "the key in " + file + " is not PKCS#8: convert it with openssl pkcs8 -topk8 -nocrypt -in " + file);
        }
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("there is no key in PEM in " + file);
        }
        return key(file, Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end)));
    }

    private static PrivateKey key(Path file, byte[] content) {
        for (String algorithm : SIGNATURES.keySet()) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (InvalidKeySpecException another) {
                // it tells its algorithm, yet only to the one that knows it
            } catch (GeneralSecurityException missing) {
                throw new IllegalStateException(missing);
            }
        }
        throw new IllegalArgumentException("the key in " + file + " is neither RSA nor EC nor EdDSA");
    }

    /** Whether they belong together; a server with others would fail at each handshake. */
    static boolean isPair(PrivateKey key, PublicKey certified) {
        byte[] sample = {1, 2, 3};
        try {
            Signature signature = Signature.getInstance(SIGNATURES.get(key.getAlgorithm()));
            signature.initSign(key);
            signature.update(sample);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(sample);
            return signature.verify(signed);
        } catch (GeneralSecurityException ofAnotherKind) {
            return false;
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + file + " for TLS", e);
        }
    }
}
