package dev.weir.net.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.ServerTls;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Certificates whose time has passed, or has not come. */
@ExtendWith(NoLeaks.class)
class TlsDatesTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private static Path folder;

    private static Certificate good;
    private static Certificate expired;
    private static Certificate early;

    @BeforeAll
    static void makeKeys() {
        good = Certificate.of("localhost", folder);
        expired = Certificate.of("localhost", folder, "-40d");
        early = Certificate.of("localhost", folder, "+10d");
    }

    private static ServerTls of(Certificate certificate) {
        return ServerTls.pem(certificate.chain(), certificate.key());
    }

    private static TcpServer start(ServerTls tls) {
        return TcpServer.builder()
                .bind("127.0.0.1", 0)
                .tls(tls)
                .handler(connection -> connection.sendLine("welcome"))
                .start()
                .await(GENEROUS);
    }

    private static void end(TcpServer server) {
        server.close();
        server.closed().await(GENEROUS);
    }

    private static String answer(TcpServer server, ClientTls tls) {
        try {
            return TcpClient.builder()
                    .tls(tls)
                    .build()
                    .connect(
                            "localhost",
                            server.port(),
                            connection -> connection.lines().first())
                    .await(GENEROUS);
        } catch (CompletionException failure) {
            return failure.getCause().getMessage();
        }
    }

    private static String refusal(TcpServer server, boolean isLate) {
        String name = "localhost:" + server.port();
        return "no secure connection to " + name + ": the certificate of " + name
                + (isLate
                        ? " has expired: it has to be renewed there"
                        : " is not valid yet: is this machine's clock right?");
    }

    @Test
    void clientsLookAtTheDatesOfACertificateThatTheyTrustItself() {
        TcpServer server = start(of(good));
        for (Certificate certificate : List.of(good, expired, early)) {
            server.reloadTls(of(certificate)).await(GENEROUS);
            String told = certificate == good ? "welcome" : refusal(server, certificate == expired);
            assertEquals(told, answer(server, ClientTls.standard().trust(certificate.chain())));
            assertEquals(told, answer(server, ClientTls.standard().trust(certificate.store())));
            assertEquals("welcome", answer(server, ClientTls.insecure()));
        }
        end(server);
    }

    @Test
    void serversLookAtTheDatesOfClients() {
        TcpServer server = start(of(good).requireClients(expired.chain()));
        ClientTls shown = ClientTls.standard().trust(good.chain()).certificate(expired.chain(), expired.key());
        String told = answer(server, shown);
        assertTrue(told.contains("refuses the certificate that it was shown"), told);
        end(server);
    }

    @Test
    void startsAndReloadsWarn() throws InterruptedException {
        try (Logged log = Logged.by("dev.weir.net")) {
            TcpServer server = start(of(expired));
            String told = log.next("has expired").getMessage();
            assertEquals(
                    "the certificate of CN=localhost in " + expired.chain() + " has expired on "
                            + expired.certificate().getNotAfter().toInstant()
                            + ": clients refuse it; renew it, then start again or call reloadTls(..)",
                    told);
            server.reloadTls(of(good)).await(GENEROUS);
            server.reloadTls(of(good).host("a.test", ServerTls.keyStore(early.store(), Certificate.PASSWORD)))
                    .await(GENEROUS);
            assertEquals(
                    "the certificate of CN=localhost in the key store is not valid before "
                            + early.certificate().getNotBefore().toInstant()
                            + ": clients refuse it until then; is this machine's clock right?",
                    log.next("the certificate of").getMessage());
            assertEquals(List.of(), log.messages());
            end(server);
        }
    }
}
