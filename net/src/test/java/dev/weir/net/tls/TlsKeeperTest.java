package dev.weir.net.tls;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.net.Certificate;
import dev.weir.net.ServerTls;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsKeeperTest {
    @TempDir
    private Path folder;

    @Test
    void theCertificatesThatWereAskedForLastStay() throws Exception {
        SslContext any = SslContextBuilder.forClient().build();
        TlsContexts older = new TlsContexts(any, Map.of(), Duration.ofSeconds(1));
        TlsContexts newer = new TlsContexts(any, Map.of(), Duration.ofSeconds(1));
        CountDownLatch reading = new CountDownLatch(1);
        CompletableFuture<TlsContexts> slow = new CompletableFuture<>();
        TlsKeeper keeper = new TlsKeeper(List.of(), Strangers.IGNORED);
        CompletableFuture<?> first = keeper.load(protocols -> {
                    reading.countDown();
                    return slow.join();
                })
                .toCompletionStage()
                .toCompletableFuture();
        reading.await();
        keeper.load(protocols -> newer).await(Duration.ofMinutes(2));
        slow.complete(older);
        first.get(2, TimeUnit.MINUTES);
        assertSame(newer, keeper.now());
    }

    @Test
    void hostsAreNamedAsClientsAskForThem() {
        Certificate first = Certificate.of("localhost", folder);
        Certificate second = Certificate.of("other", folder);
        ServerTls settings = ServerTls.pem(first.chain(), first.key());
        ServerTls other = ServerTls.pem(second.chain(), second.key());
        TlsContexts contexts =
                ((TlsSource) settings.host("müller.example", other).host("b.example.", other)).load(List.of());
        assertNotSame(contexts.of(null), contexts.of("xn--mller-kva.example"));
        assertNotSame(contexts.of(null), contexts.of("b.example"));
        assertSame(contexts.of(null), contexts.of("c.example"));
        for (String none : List.of("b.example:8443", "", ".", "*.", "a*.example", "https://b.example")) {
            assertThrows(IllegalArgumentException.class, () -> settings.host(none, other), none);
        }
    }
}
