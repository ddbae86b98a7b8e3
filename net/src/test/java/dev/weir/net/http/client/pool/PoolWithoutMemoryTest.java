package dev.weir.net.http.client.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.loop.FullHeap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PoolWithoutMemoryTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @Test
    void aRequestThatCannotWaitFails() throws Exception {
        FullHeap heap = new FullHeap();
        try (HttpServer server = HttpServer.builder()
                        .bind("127.0.0.1", 0)
                        .handler(request -> One.of(Response.text("ok")))
                        .start()
                        .await(GENEROUS);
                HttpClient client =
                        HttpClient.builder().clock(heap.clock(Clock.system())).build()) {
            String url = "http://127.0.0.1:" + server.port() + "/";
            var failed = client.get(url).text().toCompletionStage().toCompletableFuture();
            ClientException known = null;
            try {
                failed.get(30, TimeUnit.SECONDS);
            } catch (ExecutionException failure) {
                known = (ClientException) failure.getCause();
            }
            assertEquals(ClientException.Reason.CONNECT, known.reason());
            assertTrue(known.getMessage().contains("no connection to "), known.getMessage());
            assertEquals(0, client.pool().waiting());
            heap.hasRoom();
            assertEquals("ok", client.get(url).text().await(GENEROUS));
        }
    }

    @Test
    void whoIsToBeToldIsToldWithoutAThread() {
        List<String> told = new ArrayList<>();
        Aside.run(() -> told.add("told"), task -> {
            throw new IllegalStateException("no thread");
        });
        assertEquals(List.of("told"), told);
    }
}
